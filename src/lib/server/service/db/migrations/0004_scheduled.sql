CREATE TABLE "reminders" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"note" text NOT NULL,
	"content" text NOT NULL,
	"rendered_content" text NOT NULL,
	"scheduled_delivery_timestamp" bigint NOT NULL,
	"failed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"to" integer[] NOT NULL,
	"topic" text NOT NULL,
	"content" text NOT NULL,
	"rendered_content" text NOT NULL,
	"scheduled_delivery_timestamp" bigint NOT NULL,
	"read_by_sender" boolean NOT NULL,
	"client" text NOT NULL,
	"failed" boolean DEFAULT false NOT NULL,
	"failure_code" text,
	"failure_reason" text,
	"failed_at" timestamp with time zone,
	"delivered_message_id" integer,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_user" ON "reminders" USING btree ("user_id","scheduled_delivery_timestamp");--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("scheduled_delivery_timestamp","id") WHERE not failed;--> statement-breakpoint
CREATE INDEX "scheduled_messages_user" ON "scheduled_messages" USING btree ("user_id","scheduled_delivery_timestamp");--> statement-breakpoint
CREATE INDEX "scheduled_messages_due" ON "scheduled_messages" USING btree ("scheduled_delivery_timestamp","id") WHERE not failed and delivered_message_id is null;--> statement-breakpoint
CREATE INDEX "scheduled_messages_delivered" ON "scheduled_messages" USING btree ("delivered_at") WHERE delivered_at is not null;