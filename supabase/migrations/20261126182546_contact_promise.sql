ALTER TABLE "public"."site_settings" ADD COLUMN "contact_hours" integer NOT NULL DEFAULT 24;

ALTER TABLE "public"."site_settings" ADD COLUMN "contact_exceptions" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_contact_exceptions_length" CHECK ((char_length(contact_exceptions) <= 200));

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_contact_hours_bounds" CHECK (((contact_hours >= 1) AND (contact_hours <= 720)));

COMMENT ON COLUMN "public"."site_settings"."contact_exceptions" IS 'A sentence about when it is not, such as Sundays and holidays; or empty.';

COMMENT ON COLUMN "public"."site_settings"."contact_hours" IS 'Within how many hours a message of the contact form is answered.';

REVOKE ALL ("contact_exceptions") ON TABLE "public"."site_settings" FROM "authenticated";

GRANT UPDATE ("contact_exceptions") ON TABLE "public"."site_settings" TO "authenticated";

REVOKE ALL ("contact_hours") ON TABLE "public"."site_settings" FROM "authenticated";

GRANT UPDATE ("contact_hours") ON TABLE "public"."site_settings" TO "authenticated";
