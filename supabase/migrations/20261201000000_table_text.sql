-- Texts without markup show where a table's cells and rows end: 'Fund · Cost · Nifty 50 · 0.1 %'.

create function private.separate_cells(html text) returns text
language sql immutable strict parallel safe
-- As server/content/tables.ts writes them.
return replace(
  replace(replace(html, '</td><td>', '</td> · <td>'), '</th><t', '</th> · <t'), '</tr><tr>', '</tr> · <tr>'
);

comment on function private.separate_cells(text) is 'HTML with a sign between the cells and rows of its tables.';

create or replace function private.strip_html(html text) returns text
language sql immutable strict parallel safe
return btrim(
  regexp_replace(
    translate(regexp_replace(private.separate_cells(html), '<[^<>]*>', ' ', 'g'), U&'\0001\0002', ''), '\s+', ' ', 'g'
  )
);

create or replace function private.plain_excerpt(html text) returns text
language sql immutable parallel safe strict
return left(
  btrim(
    replace(
      replace(
        replace(
          replace(
            regexp_replace(
              regexp_replace(
                regexp_replace(
                  private.separate_cells(left(html, 4000)),
                  '</?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>', '', 'gi'
                ),
                '<[^<>]*(>|$)', ' ', 'g'
              ),
              '\s+', ' ', 'g'
            ),
            '&lt;', '<'
          ),
          '&gt;', '>'
        ),
        '&quot;', '"'
      ),
      '&amp;', '&'
    )
  ),
  300
);

create or replace function public.excerpt(thread public.threads) returns text
language sql immutable
return left(
  btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          private.separate_cells(left((thread).content, 20000)),
          '</?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>', '', 'gi'
        ),
        '<[^<>]*>|<[^<>]*$', ' ', 'g'
      ),
      '\s+', ' ', 'g'
    )
  ),
  400
);

revoke execute on all functions in schema private from public;
grant execute on function private.separate_cells(text) to anon, authenticated, service_role;
