CREATE TABLE "saved_snippets" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"date_created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_snippets" ADD CONSTRAINT "saved_snippets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_snippets_user" ON "saved_snippets" USING btree ("user_id","id");