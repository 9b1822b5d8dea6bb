-- Markup within a line of text parts nothing: 'at <em>2:41 pm</em>.' has no blank before its full stop. Other tags
-- stand between lines, and become the blank that parts those.
create or replace function public.excerpt(thread public.threads) returns text
language sql immutable
return left(
  btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          left((thread).content, 20000),
          '</?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>', '', 'gi'
        ),
        '<[^<>]*>|<[^<>]*$', ' ', 'g'
      ),
      '\s+', ' ', 'g'
    )
  ),
  400
);

create or replace function private.excerpt_of(html text) returns text
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
                  left(html, 4000),
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
