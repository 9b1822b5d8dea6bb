set local check_function_bodies = off;

CREATE TABLE "public"."shield_hits" ("day" date NOT NULL DEFAULT CURRENT_DATE, "surface" text NOT NULL, "reason" text NOT NULL, "hits" integer NOT NULL DEFAULT 1, CONSTRAINT "shield_hits_pkey" PRIMARY KEY (day, surface, reason));

ALTER TABLE "public"."shield_hits" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."shield_hits" FROM "anon";

CREATE TABLE "public"."shield_rules" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "kind" text NOT NULL, "pattern" text NOT NULL, "effect" text NOT NULL, "note" text NOT NULL DEFAULT ''::text, "is_active" boolean NOT NULL DEFAULT true, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "shield_rules_effect" CHECK (((effect = ANY (ARRAY['hold'::text, 'refuse'::text, 'allow'::text])) AND ((kind <> 'concept'::text) OR (effect = 'allow'::text)))), CONSTRAINT "shield_rules_kind" CHECK ((kind = ANY (ARRAY['phrase'::text, 'host'::text, 'contact'::text, 'concept'::text]))), CONSTRAINT "shield_rules_note_length" CHECK ((char_length(note) <= 300)), CONSTRAINT "shield_rules_pattern_key" UNIQUE (kind, pattern), CONSTRAINT "shield_rules_pattern_length" CHECK (((char_length(pattern) <= 100) AND (char_length(btrim(pattern)) >= 3))), CONSTRAINT "shield_rules_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."shield_rules" ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."shield_rules" FROM "anon";

create or replace function private.log_shield_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.shield_rules := case when tg_op = 'DELETE' then old else new end;
begin
  -- Every node judges by the same rules.
  perform pg_notify('shield_rules', '');
  -- What an operator does in SQL is no act of a member.
  if (select auth.uid()) is not null then
    perform private.log_action(
      lower(tg_op), 'shield_rules', subject.id, subject.pattern, null,
      format('%s, %s%s', subject.kind, subject.effect, case when subject.is_active then '' else ', off' end)
    );
  end if;
  return null;
end
$$;

CREATE TRIGGER log_shield_rule AFTER INSERT OR DELETE OR UPDATE ON public.shield_rules FOR EACH ROW EXECUTE FUNCTION private.log_shield_rule();

CREATE POLICY "read_any_admin" ON "public"."shield_hits" FOR SELECT TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "delete_any_admin" ON "public"."shield_rules" FOR DELETE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "insert_any_admin" ON "public"."shield_rules" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "read_any_admin" ON "public"."shield_rules" FOR SELECT TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "update_any_admin" ON "public"."shield_rules" FOR UPDATE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin)) WITH CHECK (( SELECT private.is_admin() AS is_admin));

COMMENT ON COLUMN "public"."shield_hits"."reason" IS 'A concept, a kind of contact, or rule:<id>; `any` counts each text once.';

COMMENT ON COLUMN "public"."shield_hits"."surface" IS 'The table that the text was for.';

COMMENT ON COLUMN "public"."shield_rules"."effect" IS 'hold, refuse, or allow, which comes first.';

COMMENT ON COLUMN "public"."shield_rules"."is_active" IS 'False: it is tried or kept, and decides nothing.';

COMMENT ON COLUMN "public"."shield_rules"."kind" IS 'phrase: words in this order, in whichever spelling or script; host: of a link; contact: a number, UPI id or handle; concept: a part of the shield itself, which is switched off.';

COMMENT ON FUNCTION "private"."log_shield_rule"() IS 'Tells the nodes, and writes the log, which nobody else may write to.';

COMMENT ON TABLE "public"."shield_hits" IS 'How often the shield stopped a text, by day, by where it would have been, and by what was found. Neither texts nor writers.';

COMMENT ON TABLE "public"."shield_rules" IS 'What administrators add to the scam shield, and what of it they switch off.';

REVOKE ALL ON FUNCTION "private"."log_shield_rule"() FROM PUBLIC;

REVOKE ALL ON TABLE "public"."shield_hits" FROM "authenticated";

GRANT SELECT ON TABLE "public"."shield_hits" TO "authenticated";

REVOKE ALL ON TABLE "public"."shield_hits" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."shield_hits" TO "postgres";

REVOKE ALL ON TABLE "public"."shield_hits" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."shield_hits" TO "service_role";

REVOKE ALL ON TABLE "public"."shield_rules" FROM "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."shield_rules" TO "authenticated";

REVOKE ALL ON TABLE "public"."shield_rules" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."shield_rules" TO "postgres";

REVOKE ALL ON TABLE "public"."shield_rules" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."shield_rules" TO "service_role";

REVOKE ALL ("effect") ON TABLE "public"."shield_rules" FROM "authenticated";

GRANT INSERT ("effect"), UPDATE ("effect") ON TABLE "public"."shield_rules" TO "authenticated";

REVOKE ALL ("is_active") ON TABLE "public"."shield_rules" FROM "authenticated";

GRANT INSERT ("is_active"), UPDATE ("is_active") ON TABLE "public"."shield_rules" TO "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."shield_rules" FROM "authenticated";

GRANT INSERT ("kind") ON TABLE "public"."shield_rules" TO "authenticated";

REVOKE ALL ("note") ON TABLE "public"."shield_rules" FROM "authenticated";

GRANT INSERT ("note"), UPDATE ("note") ON TABLE "public"."shield_rules" TO "authenticated";

REVOKE ALL ("pattern") ON TABLE "public"."shield_rules" FROM "authenticated";

GRANT INSERT ("pattern") ON TABLE "public"."shield_rules" TO "authenticated";
