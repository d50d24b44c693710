CREATE TABLE "attachment_messages" (
	"attachment_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	CONSTRAINT "attachment_messages_attachment_id_message_id_pk" PRIMARY KEY("attachment_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"path_id" text NOT NULL,
	"size" bigint NOT NULL,
	"content_type" text NOT NULL,
	"create_time" timestamp with time zone NOT NULL,
	"unclaimed_since" timestamp with time zone,
	CONSTRAINT "attachments_path_id_unique" UNIQUE("path_id")
);
--> statement-breakpoint
CREATE TABLE "discarded_files" (
	"path_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"path_id" text PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"size" bigint,
	"metadata" jsonb,
	"create_time" timestamp with time zone NOT NULL,
	"touched" timestamp with time zone NOT NULL,
	"completed" timestamp with time zone,
	"locked_by" text,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "realms" ALTER COLUMN "upload_space_used" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "attachment_messages" ADD CONSTRAINT "attachment_messages_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment_messages" ADD CONSTRAINT "attachment_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_messages_message" ON "attachment_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "attachments_owner" ON "attachments" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "attachments_unclaimed" ON "attachments" USING btree ("unclaimed_since") WHERE unclaimed_since is not null;--> statement-breakpoint
CREATE INDEX "uploads_touched" ON "uploads" USING btree ("touched");--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("realm_id") WHERE completed is null;