-- Words of the field that mean the same, in English, Hindi and Hinglish: a search for टर्म बीमा finds term insurance.
-- They are data, so that an administrator adds what members really type; nothing has to be indexed again, because only
-- questions are widened.

create table public.search_synonyms (
  id uuid not null default gen_random_uuid(),
  terms text[] not null,
  typed_only text[] not null default '{}',
  created_at timestamptz not null default now(),
  constraint search_synonyms_pkey primary key (id),
  constraint search_synonyms_terms_count check (
    cardinality(terms) between 1 and 12 and cardinality(typed_only) <= 12
    and cardinality(terms) + cardinality(typed_only) >= 2
  ),
  constraint search_synonyms_terms_text check (
    array_position(terms || typed_only, null) is null
    and char_length(array_to_string(terms || typed_only, ' ')) <= 500
  )
);

comment on table public.search_synonyms is 'Words that mean the same to the search. Administrators add, change and delete them.';
comment on column public.search_synonyms.terms is 'Each of these is looked for when any of them, or of typed_only, was typed. A term may have several words.';
comment on column public.search_synonyms.typed_only is
  'These lead to the terms and are not looked for in turn, because they mean other things as well: kar is tax, and is ''do''.';

alter table public.search_synonyms enable row level security;

revoke all on public.search_synonyms from public, anon, authenticated, service_role;
grant select, delete on public.search_synonyms to authenticated;
grant insert (terms, typed_only), update (terms, typed_only) on public.search_synonyms to authenticated;
grant select, insert, update, delete on public.search_synonyms to service_role;

create policy read_any_admin on public.search_synonyms
  for select to authenticated using ((select private.is_admin()));

create policy insert_any_admin on public.search_synonyms
  for insert to authenticated with check ((select private.is_admin()));

create policy update_any_admin on public.search_synonyms
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create policy delete_any_admin on public.search_synonyms
  for delete to authenticated using ((select private.is_admin()));

create table private.synonym_rules (
  synonyms_id uuid not null,
  term text not null,
  target tsquery not null,
  substitute tsquery not null,
  constraint synonym_rules_pkey primary key (synonyms_id, term),
  constraint synonym_rules_synonyms_id_fkey foreign key (synonyms_id) references public.search_synonyms (id) on delete cascade
);

comment on table private.synonym_rules is 'What search_synonyms says, for ts_rewrite; kept by a trigger.';
comment on column private.synonym_rules.target is 'All words of the term, in any place.';
comment on column private.synonym_rules.substitute is 'The target, or any of the terms as a phrase.';

revoke all on private.synonym_rules from public, anon, authenticated, service_role;

create function private.tidy_synonyms() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.terms := array(select distinct lower(btrim(t)) from unnest(new.terms) t where btrim(t) <> '' order by 1);
  new.typed_only := array(
    select distinct lower(btrim(t)) from unnest(new.typed_only) t
    where btrim(t) <> '' and lower(btrim(t)) <> all (new.terms) order by 1
  );
  return new;
end
$$;

create trigger tidy_synonyms
  before insert or update on public.search_synonyms
  for each row when (new.terms is not null and new.typed_only is not null)
  execute function private.tidy_synonyms();

-- Runs as its owner: nobody is granted the rules.
create function private.write_synonym_rules() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  phrases tsquery;
  one tsquery;
begin
  delete from private.synonym_rules r where r.synonyms_id = new.id;
  for one in
    select distinct phraseto_tsquery('private.words', private.normalize_for_search(u.term)) from unnest(new.terms) as u (term)
  loop
    continue when numnode(one) = 0;
    phrases := case when phrases is null then one else phrases || one end;
  end loop;
  -- A rule for words that the index leaves out ('off') would rewrite every question.
  if phrases is null then
    return null;
  end if;
  insert into private.synonym_rules (synonyms_id, term, target, substitute)
  select new.id, t.term, t.target, t.target || phrases
  from (
    select u.term, websearch_to_tsquery('private.words', private.normalize_for_search(u.term)) as target
    from unnest(new.terms || new.typed_only) as u (term)
  ) t
  where numnode(t.target) > 0;
  return null;
end
$$;

create trigger write_synonym_rules
  after insert or update on public.search_synonyms
  for each row execute function private.write_synonym_rules();

create function private.log_synonyms() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.search_synonyms := case when tg_op = 'DELETE' then old else new end;
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      lower(tg_op), 'search_synonyms', subject.id, subject.terms[1], null,
      case when tg_op = 'UPDATE' then
        format('%s → %s', array_to_string(old.terms || old.typed_only, ', '), array_to_string(new.terms || new.typed_only, ', '))
      else array_to_string(subject.terms || subject.typed_only, ', ') end
    );
  end if;
  return null;
end
$$;

create trigger log_synonyms
  after insert or update or delete on public.search_synonyms
  for each row execute function private.log_synonyms();

-- Longest terms first. A rule puts in a word that no text has, and only afterwards what it stands for, so that no rule
-- rewrites what another one has put in. A phrase in quotation marks means itself. ts_rewrite takes the
-- beginning of a word for the word, so a question with a beginning stays beside what became of it.
create function private.with_synonyms(question tsquery, typed text) returns tsquery
language plpgsql stable strict set search_path = ''
as $$
declare
  rule record;
  rewritten tsquery := question;
  next tsquery;
  placeholders tsquery[] := '{}';
  substitutes tsquery[] := '{}';
begin
  if numnode(question) = 0 or typed ~ '["“”„«»]' then
    return question;
  end if;
  for rule in
    select r.target, r.substitute, quote_literal('@' || row_number() over ())::tsquery as placeholder
    from private.synonym_rules r
    where question @> r.target
    order by numnode(r.target) desc, r.synonyms_id, r.term
  loop
    next := ts_rewrite(rewritten, rule.target, rule.placeholder);
    if next <> rewritten then
      rewritten := next;
      placeholders := placeholders || rule.placeholder;
      substitutes := substitutes || rule.substitute;
    end if;
  end loop;
  for i in 1..cardinality(placeholders) loop
    rewritten := ts_rewrite(rewritten, placeholders[i], substitutes[i]);
  end loop;
  -- Words to leave out must not come back, so a question without a beginning is replaced.
  return case when placeholders <> '{}' and position(':*' in question::text) > 0 then question || rewritten else rewritten end;
end
$$;

comment on function private.with_synonyms(tsquery, text) is 'A question, or what else was meant by it, as search_synonyms says.';

insert into public.search_synonyms (terms, typed_only) values
  -- Issues
  ('{ipo,आईपीओ,initial public offering,initial public offer}', '{आइपीओ,public issue}'),
  ('{allotment,अलॉटमेंट,आवंटन}', '{एलॉटमेंट}'),
  ('{cut-off,cutoff,कट-ऑफ,कटऑफ}', '{कट ऑफ,कट आफ,kat off}'),
  ('{gmp,grey market premium,gray market premium,जीएमपी,ग्रे मार्केट प्रीमियम}', '{grey market,gray market}'),
  ('{listing gain,लिस्टिंग गेन}', '{listing profit}'),
  ('{lot size,लॉट साइज}', '{}'),
  ('{anchor investor,एंकर निवेशक}', '{}'),
  ('{price band,प्राइस बैंड,मूल्य दायरा}', '{}'),
  ('{asba,एएसबीए}', '{}'),
  ('{upi mandate,यूपीआई मैंडेट}', '{}'),
  ('{drhp,red herring prospectus,डीआरएचपी}', '{rhp}'),
  ('{subscription,सब्सक्रिप्शन}', '{सब्स्क्रिप्शन}'),
  ('{ofs,offer for sale,ओएफएस}', '{}'),
  ('{fpo,follow-on public offer,एफपीओ}', '{}'),
  ('{rights issue,राइट्स इश्यू}', '{}'),
  ('{bonus share,bonus issue,बोनस शेयर}', '{बोनस इश्यू}'),
  ('{stock split,share split,स्टॉक स्प्लिट}', '{}'),
  ('{buyback,buy-back,बायबैक}', '{share buyback,बाय बैक}'),
  ('{sme,एसएमई}', '{}'),
  -- Shares and markets
  ('{share,शेयर}', '{sher}'),
  ('{stock,स्टॉक}', '{}'),
  ('{equity,इक्विटी}', '{इक्वीटी}'),
  ('{market,मार्केट,बाजार}', '{bazaar,bazar,baazar}'),
  ('{stock market,share market,share bazaar,share bazar,शेयर बाजार,शेयर मार्केट,स्टॉक मार्केट}', '{sher bazaar,sher bazar,share baazar}'),
  ('{stock exchange,स्टॉक एक्सचेंज}', '{}'),
  ('{nse,national stock exchange,एनएसई}', '{}'),
  ('{bse,bombay stock exchange,बीएसई}', '{}'),
  ('{nifty,निफ्टी}', '{nifty 50,nifty50}'),
  ('{sensex,सेंसेक्स}', '{}'),
  ('{sebi,securities and exchange board of india,सेबी}', '{}'),
  ('{rbi,reserve bank of india,आरबीआई}', '{रिजर्व बैंक,reserve bank}'),
  ('{dividend,डिविडेंड,लाभांश}', '{labhansh}'),
  ('{broker,ब्रोकर}', '{brokar,दलाल}'),
  ('{brokerage,ब्रोकरेज}', '{}'),
  ('{demat,डीमैट}', '{डिमैट,dmat,demat account}'),
  ('{portfolio,पोर्टफोलियो}', '{portfolyo}'),
  ('{investment,निवेश}', '{nivesh}'),
  ('{investor,निवेशक}', '{niveshak}'),
  ('{trading,ट्रेडिंग}', '{treding}'),
  ('{intraday,इंट्राडे}', '{intra day,intra-day}'),
  ('{delivery,डिलीवरी}', '{}'),
  ('{volatility,वोलैटिलिटी,उतार-चढ़ाव}', '{vix}'),
  ('{stop loss,stop-loss,स्टॉप लॉस}', '{stoploss}'),
  ('{f&o,futures and options,fno,एफएंडओ}', '{f and o,fando}'),
  ('{option,options,ऑप्शन}', '{}'),
  ('{future,futures,फ्यूचर}', '{}'),
  ('{derivative,डेरिवेटिव}', '{}'),
  ('{margin,मार्जिन}', '{}'),
  ('{pledge,प्लेज,गिरवी}', '{}'),
  ('{short selling,शॉर्ट सेलिंग}', '{shorting}'),
  ('{circuit,सर्किट}', '{upper circuit,lower circuit}'),
  ('{penny stock,पेनी स्टॉक}', '{}'),
  ('{blue chip,bluechip,ब्लू चिप}', '{blue-chip}'),
  ('{large cap,largecap,लार्ज कैप}', '{large-cap}'),
  ('{mid cap,midcap,मिड कैप}', '{mid-cap}'),
  ('{small cap,smallcap,स्मॉल कैप}', '{small-cap}'),
  ('{market cap,market capitalisation,market capitalization,मार्केट कैप}', '{mcap}'),
  ('{pe ratio,p/e ratio,price to earnings,पीई रेशियो}', '{pe,p/e}'),
  ('{eps,earnings per share,ईपीएस}', '{}'),
  ('{fundamental analysis,फंडामेंटल एनालिसिस}', '{}'),
  ('{technical analysis,टेक्निकल एनालिसिस}', '{}'),
  ('{chart,चार्ट}', '{}'),
  ('{risk,रिस्क,जोखिम}', '{jokhim}'),
  ('{return,returns,रिटर्न,प्रतिफल}', '{ritarn}'),
  ('{profit,मुनाफा,लाभ,प्रॉफिट}', '{munafa,labh}'),
  ('{loss,घाटा,नुकसान,लॉस}', '{ghata,nuksan}'),
  ('{turnover,टर्नओवर}', '{}'),
  ('{charges,fees,शुल्क}', '{shulk}'),
  ('{crash,क्रैश,गिरावट}', '{girawat}'),
  ('{bull market,तेजी}', '{teji}'),
  ('{bear market,मंदी}', '{mandi}'),
  ('{fii,fpi,foreign portfolio investor,एफआईआई,एफपीआई}', '{}'),
  ('{dii,डीआईआई}', '{}'),
  ('{nri,एनआरआई,अनिवासी भारतीय}', '{}'),
  -- Funds
  ('{mutual fund,म्यूचुअल फंड,म्युचुअल फंड}', '{mf,mutual funds,म्यूच्यूअल फंड}'),
  ('{fund,फंड}', '{}'),
  ('{sip,systematic investment plan,एसआईपी,सिप}', '{}'),
  ('{swp,systematic withdrawal plan,एसडब्ल्यूपी}', '{}'),
  ('{stp,systematic transfer plan,एसटीपी}', '{}'),
  ('{lump sum,lumpsum,एकमुश्त}', '{lump-sum}'),
  ('{nav,net asset value,एनएवी}', '{}'),
  ('{expense ratio,एक्सपेंस रेशियो}', '{ter}'),
  ('{exit load,एग्जिट लोड}', '{}'),
  ('{index fund,इंडेक्स फंड}', '{}'),
  ('{etf,exchange traded fund,ईटीएफ}', '{}'),
  ('{elss,ईएलएसएस,tax saving fund}', '{tax saver fund}'),
  ('{debt fund,डेट फंड}', '{}'),
  ('{liquid fund,लिक्विड फंड}', '{}'),
  ('{gold,सोना,गोल्ड}', '{sona}'),
  ('{sgb,sovereign gold bond,सॉवरेन गोल्ड बॉन्ड,एसजीबी}', '{gold bond}'),
  ('{silver,चांदी}', '{chandi,chaandi}'),
  ('{bond,बॉन्ड,बांड}', '{}'),
  ('{ppf,public provident fund,पीपीएफ}', '{}'),
  ('{epf,provident fund,ईपीएफ,भविष्य निधि}', '{pf,pf account}'),
  ('{nps,national pension system,एनपीएस}', '{national pension scheme}'),
  ('{pension,पेंशन}', '{penshan}'),
  ('{retirement,रिटायरमेंट,सेवानिवृत्ति}', '{}'),
  ('{fd,fixed deposit,एफडी,सावधि जमा}', '{फिक्स्ड डिपॉजिट}'),
  ('{rd,recurring deposit,आवर्ती जमा}', '{}'),
  ('{interest,ब्याज}', '{byaj,byaaj}'),
  ('{interest rate,ब्याज दर}', '{}'),
  ('{repo rate,रेपो रेट,रेपो दर}', '{}'),
  ('{inflation,महंगाई,मुद्रास्फीति}', '{mehngai,mahangai}'),
  ('{savings,saving,बचत}', '{bachat}'),
  ('{emergency fund,इमरजेंसी फंड,आपातकालीन कोष}', '{}'),
  ('{compounding,compound interest,चक्रवृद्धि,कंपाउंडिंग}', '{}'),
  ('{nominee,nomination,नॉमिनी,नामांकन}', '{नामिनी}'),
  ('{kyc,know your customer,केवाईसी}', '{}'),
  ('{sukanya samriddhi,सुकन्या समृद्धि,ssy}', '{}'),
  -- Insurance
  ('{insurance,बीमा,इंश्योरेंस}', '{bima,beema,इन्शुरन्स,इंश्योरन्स}'),
  ('{term insurance,term plan,टर्म बीमा,टर्म इंश्योरेंस,टर्म प्लान}', '{term bima,term life}'),
  ('{health insurance,mediclaim,स्वास्थ्य बीमा,हेल्थ इंश्योरेंस,मेडिक्लेम}', '{swasthya bima,health policy}'),
  ('{life insurance,जीवन बीमा,लाइफ इंश्योरेंस}', '{jeevan bima,jivan bima}'),
  ('{motor insurance,car insurance,vehicle insurance,मोटर बीमा,वाहन बीमा}', '{}'),
  ('{premium,प्रीमियम}', '{}'),
  ('{claim,क्लेम,दावा}', '{}'),
  ('{claim settlement,क्लेम सेटलमेंट}', '{claim ratio}'),
  ('{policy,पॉलिसी}', '{}'),
  ('{endowment,एंडोमेंट}', '{}'),
  ('{ulip,यूलिप}', '{}'),
  ('{lic,life insurance corporation,एलआईसी}', '{}'),
  ('{irdai,irda,आईआरडीएआई}', '{}'),
  ('{sum assured,sum insured,बीमा राशि}', '{}'),
  ('{waiting period,वेटिंग पीरियड,प्रतीक्षा अवधि}', '{}'),
  ('{pre-existing disease,ped,पहले से मौजूद बीमारी}', '{pre existing}'),
  ('{rider,राइडर}', '{}'),
  ('{surrender value,सरेंडर वैल्यू}', '{}'),
  -- Tax
  ('{tax,टैक्स}', '{kar,कर,taxes}'),
  ('{income tax,आयकर,इनकम टैक्स}', '{aaykar,aykar,इन्कम टैक्स}'),
  ('{taxation,कराधान,टैक्सेशन}', '{}'),
  ('{itr,income tax return,आईटीआर,आयकर रिटर्न}', '{itr filing}'),
  ('{tds,tax deducted at source,टीडीएस}', '{}'),
  ('{stcg,short term capital gain,short-term capital gain,एसटीसीजी}', '{short term capital gains}'),
  ('{ltcg,long term capital gain,long-term capital gain,एलटीसीजी}', '{long term capital gains}'),
  ('{capital gain,पूंजीगत लाभ,कैपिटल गेन}', '{capital gains tax}'),
  ('{gst,goods and services tax,जीएसटी}', '{}'),
  ('{pan,permanent account number,पैन}', '{pan card,पैन कार्ड}'),
  ('{aadhaar,aadhar,आधार कार्ड}', '{adhar,adhaar,आधार}'),
  ('{new tax regime,new regime,नई कर व्यवस्था,नई टैक्स रिजीम}', '{}'),
  ('{old tax regime,old regime,पुरानी कर व्यवस्था}', '{}'),
  ('{80c,section 80c,धारा 80सी}', '{80 c}'),
  ('{80d,section 80d,धारा 80डी}', '{80 d}'),
  ('{87a,section 87a}', '{rebate 87a}'),
  ('{rebate,छूट,रिबेट}', '{chhoot}'),
  ('{deduction,कटौती,डिडक्शन}', '{katauti}'),
  ('{hra,house rent allowance,एचआरए}', '{}'),
  ('{salary,वेतन,सैलरी}', '{vetan}'),
  ('{refund,रिफंड,धनवापसी}', '{}'),
  ('{advance tax,एडवांस टैक्स,अग्रिम कर}', '{}'),
  ('{ais,annual information statement}', '{}'),
  ('{form 16,फॉर्म 16}', '{form-16,form16}'),
  ('{stt,securities transaction tax,एसटीटी}', '{}'),
  ('{stamp duty,स्टांप ड्यूटी}', '{}'),
  ('{budget,बजट}', '{}'),
  ('{audit,ऑडिट,लेखा परीक्षा}', '{}'),
  -- Crypto
  ('{cryptocurrency,crypto,क्रिप्टो,क्रिप्टोकरेंसी}', '{kripto}'),
  ('{bitcoin,btc,बिटकॉइन}', '{bit coin}'),
  ('{ethereum,eth,एथेरियम,ईथर}', '{}'),
  ('{vda,virtual digital asset}', '{}'),
  ('{wallet,वॉलेट}', '{}'),
  ('{stablecoin,usdt,स्टेबलकॉइन}', '{tether}'),
  -- Payments, banking, property
  ('{upi,यूपीआई,unified payments interface}', '{}'),
  ('{payment,भुगतान,पेमेंट}', '{bhugtan}'),
  ('{bank,बैंक}', '{}'),
  ('{account,खाता,अकाउंट}', '{khata}'),
  ('{loan,ऋण,कर्ज,लोन}', '{karz,karj,rin}'),
  ('{home loan,housing loan,होम लोन,गृह ऋण}', '{}'),
  ('{emi,ईएमआई,किस्त}', '{kist,kisht}'),
  ('{credit card,क्रेडिट कार्ड}', '{}'),
  ('{credit score,cibil,सिबिल,क्रेडिट स्कोर}', '{cibil score,civil score}'),
  ('{fraud,scam,धोखाधड़ी,ठगी,घोटाला}', '{dhokha,thagi}'),
  ('{complaint,grievance,शिकायत}', '{shikayat}'),
  ('{money,पैसा,पैसे,धन}', '{paisa,paise}'),
  ('{rupee,रुपया,रुपये}', '{rupaya,rupaye}'),
  ('{lakh,लाख}', '{lac,lacs}'),
  ('{crore,करोड़}', '{karod,cr}'),
  ('{property,real estate,संपत्ति,रियल एस्टेट}', '{}'),
  ('{gold loan,गोल्ड लोन}', '{}'),
  ('{beginner,शुरुआती,नौसिखिया}', '{newbie}'),
  ('{adviser,advisor,सलाहकार}', '{salahkar}');
