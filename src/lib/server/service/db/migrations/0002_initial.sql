CREATE TABLE "alert_words" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"word" text NOT NULL,
	"first_run" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"acting_user_id" integer,
	"action" text NOT NULL,
	"modified_user_id" integer,
	"modified_stream_id" integer,
	"modified_group_id" integer,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "avatars" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"key" text NOT NULL,
	"path_id" text NOT NULL,
	"size" integer NOT NULL,
	"content_type" text NOT NULL,
	CONSTRAINT "avatars_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "bot_storage" (
	"bot_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "bot_storage_bot_id_key_pk" PRIMARY KEY("bot_id","key")
);
--> statement-breakpoint
CREATE TABLE "channel_folders" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rendered_description" text DEFAULT '' NOT NULL,
	"order" integer NOT NULL,
	"date_created" timestamp with time zone,
	"creator_id" integer,
	"is_archived" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_emoji" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"author_id" integer,
	"path_id" text NOT NULL,
	"size" integer NOT NULL,
	"still_path_id" text,
	"still_size" integer,
	"content_type" text NOT NULL,
	"deactivated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"to" integer[] NOT NULL,
	"topic" text NOT NULL,
	"content" text NOT NULL,
	"last_edit_time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"new_email" text NOT NULL,
	"key" text NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"closed" timestamp with time zone,
	CONSTRAINT "email_changes_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "event_queues" (
	"id" text PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"session_id" text,
	"event_types" text[],
	"client" text NOT NULL,
	"capabilities" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"apply_markdown" boolean DEFAULT false NOT NULL,
	"client_gravatar" boolean DEFAULT true NOT NULL,
	"slim_presence" boolean DEFAULT false NOT NULL,
	"all_public_streams" boolean DEFAULT false NOT NULL,
	"narrow" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"base_id" bigint NOT NULL,
	"acknowledged" bigint DEFAULT -1 NOT NULL,
	"position" bigint NOT NULL,
	"created" timestamp with time zone NOT NULL,
	"last_poll" timestamp with time zone NOT NULL,
	"lifespan" integer DEFAULT 600 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"realm_id" integer NOT NULL,
	"type" text NOT NULL,
	"audience" integer[],
	"payload" jsonb NOT NULL,
	"per_user" jsonb,
	"hidden" jsonb,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realm_exports" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"acting_user_id" integer NOT NULL,
	"export_type" integer NOT NULL,
	"export_time" timestamp with time zone NOT NULL,
	"path_id" text NOT NULL,
	"size" bigint,
	"touched" timestamp with time zone NOT NULL,
	"finished" timestamp with time zone,
	"failed" timestamp with time zone,
	"deleted" timestamp with time zone,
	CONSTRAINT "realm_exports_path_id_unique" UNIQUE("path_id")
);
--> statement-breakpoint
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
CREATE TABLE "upload_space" (
	"realm_id" integer PRIMARY KEY NOT NULL,
	"used" bigint NOT NULL
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
	"multipart_id" text,
	"locked_by" text,
	"locked_until" timestamp with time zone,
	"lock_wanted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_group_members" (
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "user_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_group_subgroups" (
	"group_id" integer NOT NULL,
	"subgroup_id" integer NOT NULL,
	CONSTRAINT "user_group_subgroups_group_id_subgroup_id_pk" PRIMARY KEY("group_id","subgroup_id")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_system_group" boolean DEFAULT false NOT NULL,
	"creator_id" integer,
	"date_created" timestamp with time zone,
	"deactivated" boolean DEFAULT false NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"inviter_id" integer NOT NULL,
	"key" text NOT NULL,
	"email" text,
	"invited_as" integer NOT NULL,
	"stream_ids" integer[] NOT NULL,
	"group_ids" integer[] NOT NULL,
	"include_realm_default_subscriptions" boolean NOT NULL,
	"notify_referrer_on_join" boolean NOT NULL,
	"welcome_message_custom_text" text,
	"invited" timestamp with time zone NOT NULL,
	"mailed" integer[] DEFAULT '{}' NOT NULL,
	"minutes" integer,
	"revoked" boolean DEFAULT false NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"link_id" integer,
	CONSTRAINT "invitations_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "linkifiers" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"pattern" text NOT NULL,
	"url_template" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"sender_id" integer NOT NULL,
	"recipient_id" integer NOT NULL,
	"stream_id" integer,
	"topic" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"rendered_content" text NOT NULL,
	"date_sent" timestamp with time zone NOT NULL,
	"last_edit_time" timestamp with time zone,
	"last_moved_time" timestamp with time zone,
	"edit_history" jsonb,
	"client" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"stream_id" integer,
	"user_ids" integer[]
);
--> statement-breakpoint
CREATE TABLE "user_messages" (
	"user_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "user_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "muted_users" (
	"user_id" integer NOT NULL,
	"muted_user_id" integer NOT NULL,
	"date_muted" timestamp with time zone NOT NULL,
	CONSTRAINT "muted_users_user_id_muted_user_id_pk" PRIMARY KEY("user_id","muted_user_id")
);
--> statement-breakpoint
CREATE TABLE "navigation_views" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"fragment" text NOT NULL,
	"is_pinned" boolean NOT NULL,
	"name" text
);
--> statement-breakpoint
CREATE TABLE "playgrounds" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"pygments_language" text NOT NULL,
	"url_template" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presence_updates" (
	"realm_id" integer PRIMARY KEY NOT NULL,
	"last_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"last_active" timestamp with time zone,
	"last_connected" timestamp with time zone NOT NULL,
	"update_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_fields" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"type" integer NOT NULL,
	"order" integer NOT NULL,
	"name" text NOT NULL,
	"hint" text DEFAULT '' NOT NULL,
	"field_data" text DEFAULT '' NOT NULL,
	"display_in_profile_summary" boolean DEFAULT false NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"editable_by_user" boolean DEFAULT true NOT NULL,
	CONSTRAINT "profile_fields_name" UNIQUE("realm_id","name")
);
--> statement-breakpoint
CREATE TABLE "profile_values" (
	"user_id" integer NOT NULL,
	"field_id" integer NOT NULL,
	"value" text NOT NULL,
	"rendered_value" text,
	CONSTRAINT "profile_values_user_id_field_id_pk" PRIMARY KEY("user_id","field_id")
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"push_account_id" bigint NOT NULL,
	"token_kind" text NOT NULL,
	"push_public_key" text NOT NULL,
	"bouncer_public_key" text NOT NULL,
	"encrypted_push_registration" text NOT NULL,
	"registered" timestamp with time zone NOT NULL,
	"next_try" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"relay_device_id" bigint,
	"error_code" text
);
--> statement-breakpoint
CREATE TABLE "push_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"token_kind" text NOT NULL,
	"token" text NOT NULL,
	"ios_app_id" text
);
--> statement-breakpoint
CREATE TABLE "rate_counts" (
	"id" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"id" serial PRIMARY KEY NOT NULL,
	"message_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"emoji_name" text NOT NULL,
	"emoji_code" text NOT NULL,
	"reaction_type" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realm_domains" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"domain" text NOT NULL,
	"allow_subdomains" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realms" (
	"id" serial PRIMARY KEY NOT NULL,
	"string_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"date_created" timestamp with time zone NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"linkifiers_version" text,
	"user_settings_defaults" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pictures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pictures_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "realms_string_id_unique" UNIQUE("string_id")
);
--> statement-breakpoint
CREATE TABLE "saved_snippets" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"date_created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rendered_description" text DEFAULT '' NOT NULL,
	"date_created" timestamp with time zone NOT NULL,
	"creator_id" integer,
	"invite_only" boolean DEFAULT false NOT NULL,
	"is_web_public" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"history_public_to_subscribers" boolean DEFAULT true NOT NULL,
	"message_retention_days" integer,
	"topics_policy" text DEFAULT 'inherit' NOT NULL,
	"folder_id" integer,
	"first_message_id" integer,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"stream_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"color" text NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"pin_to_top" boolean DEFAULT false NOT NULL,
	"desktop_notifications" boolean,
	"audible_notifications" boolean,
	"push_notifications" boolean,
	"email_notifications" boolean,
	"wildcard_mentions_notify" boolean,
	CONSTRAINT "subscriptions_stream_id_user_id_pk" PRIMARY KEY("stream_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "submessages" (
	"id" serial PRIMARY KEY NOT NULL,
	"message_id" integer NOT NULL,
	"sender_id" integer NOT NULL,
	"msg_type" text NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_statuses" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"status_text" text DEFAULT '' NOT NULL,
	"emoji_name" text DEFAULT '' NOT NULL,
	"emoji_code" text DEFAULT '' NOT NULL,
	"reaction_type" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_topics" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"stream_id" integer NOT NULL,
	"topic" text NOT NULL,
	"visibility_policy" integer NOT NULL,
	"last_updated" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"realm_id" integer NOT NULL,
	"delivery_email" text NOT NULL,
	"full_name" text NOT NULL,
	"role" integer DEFAULT 400 NOT NULL,
	"is_bot" boolean DEFAULT false NOT NULL,
	"bot_type" integer,
	"bot_owner_id" integer,
	"is_system_bot" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"timezone" text DEFAULT '' NOT NULL,
	"date_joined" timestamp with time zone NOT NULL,
	"avatar_url" text,
	"avatar_version" integer DEFAULT 1 NOT NULL,
	"password_hash" text,
	"api_key" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_words" ADD CONSTRAINT "alert_words_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_words" ADD CONSTRAINT "alert_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_storage" ADD CONSTRAINT "bot_storage_bot_id_users_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_folders" ADD CONSTRAINT "channel_folders_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_emoji" ADD CONSTRAINT "custom_emoji_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_emoji" ADD CONSTRAINT "custom_emoji_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_queues" ADD CONSTRAINT "event_queues_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_queues" ADD CONSTRAINT "event_queues_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_queues" ADD CONSTRAINT "event_queues_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "realm_exports" ADD CONSTRAINT "realm_exports_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment_messages" ADD CONSTRAINT "attachment_messages_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment_messages" ADD CONSTRAINT "attachment_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_space" ADD CONSTRAINT "upload_space_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_subgroups" ADD CONSTRAINT "user_group_subgroups_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_subgroups" ADD CONSTRAINT "user_group_subgroups_subgroup_id_user_groups_id_fk" FOREIGN KEY ("subgroup_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_link_id_invitations_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkifiers" ADD CONSTRAINT "linkifiers_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_messages" ADD CONSTRAINT "user_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_messages" ADD CONSTRAINT "user_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_users" ADD CONSTRAINT "muted_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_users" ADD CONSTRAINT "muted_users_muted_user_id_users_id_fk" FOREIGN KEY ("muted_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "navigation_views" ADD CONSTRAINT "navigation_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playgrounds" ADD CONSTRAINT "playgrounds_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence_updates" ADD CONSTRAINT "presence_updates_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_fields" ADD CONSTRAINT "profile_fields_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_values" ADD CONSTRAINT "profile_values_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_values" ADD CONSTRAINT "profile_values_field_id_profile_fields_id_fk" FOREIGN KEY ("field_id") REFERENCES "public"."profile_fields"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_tokens" ADD CONSTRAINT "push_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "realm_domains" ADD CONSTRAINT "realm_domains_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_snippets" ADD CONSTRAINT "saved_snippets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_folder_id_channel_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."channel_folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submessages" ADD CONSTRAINT "submessages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submessages" ADD CONSTRAINT "submessages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_statuses" ADD CONSTRAINT "user_statuses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_topics" ADD CONSTRAINT "user_topics_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_topics" ADD CONSTRAINT "user_topics_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_realm_id_realms_id_fk" FOREIGN KEY ("realm_id") REFERENCES "public"."realms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_words_once" ON "alert_words" USING btree ("user_id","word");--> statement-breakpoint
CREATE INDEX "alert_words_first_run" ON "alert_words" USING btree ("realm_id","first_run");--> statement-breakpoint
CREATE INDEX "audit_log_realm" ON "audit_log" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_acting" ON "audit_log" USING btree ("acting_user_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_modified" ON "audit_log" USING btree ("modified_user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_folders_realm_name" ON "channel_folders" USING btree ("realm_id",fold_case("name")) WHERE not is_archived;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_emoji_name" ON "custom_emoji" USING btree ("realm_id","name") WHERE not deactivated;--> statement-breakpoint
CREATE INDEX "drafts_user_time" ON "drafts" USING btree ("user_id","last_edit_time");--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id","created");--> statement-breakpoint
CREATE INDEX "email_changes_realm" ON "email_changes" USING btree ("realm_id","created");--> statement-breakpoint
CREATE INDEX "event_queues_user" ON "event_queues" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "event_queues_session" ON "event_queues" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "events_realm" ON "events" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created");--> statement-breakpoint
CREATE INDEX "realm_exports_realm" ON "realm_exports" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "attachment_messages_message" ON "attachment_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "attachments_owner" ON "attachments" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "attachments_unclaimed" ON "attachments" USING btree ("unclaimed_since") WHERE unclaimed_since is not null;--> statement-breakpoint
CREATE INDEX "uploads_touched" ON "uploads" USING btree ("touched");--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("realm_id") WHERE completed is null;--> statement-breakpoint
CREATE INDEX "user_group_members_user" ON "user_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_group_subgroups_inner" ON "user_group_subgroups" USING btree ("subgroup_id");--> statement-breakpoint
CREATE INDEX "user_groups_realm" ON "user_groups" USING btree ("realm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_groups_realm_name" ON "user_groups" USING btree ("realm_id",fold_case("name"));--> statement-breakpoint
CREATE INDEX "invitations_realm" ON "invitations" USING btree ("realm_id","id");--> statement-breakpoint
CREATE INDEX "invitations_link" ON "invitations" USING btree ("link_id",lower("email")) WHERE link_id is not null;--> statement-breakpoint
CREATE INDEX "linkifiers_realm" ON "linkifiers" USING btree ("realm_id","position");--> statement-breakpoint
CREATE INDEX "messages_recipient" ON "messages" USING btree ("recipient_id","id");--> statement-breakpoint
CREATE INDEX "messages_topic" ON "messages" USING btree ("stream_id",fold_case("topic"),"id");--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX "messages_realm" ON "messages" USING btree ("realm_id","id","recipient_id","topic");--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" USING btree ("stream_id","date_sent");--> statement-breakpoint
CREATE INDEX "messages_direct" ON "messages" USING btree ("id","recipient_id") WHERE stream_id is null;--> statement-breakpoint
CREATE INDEX "messages_resolved" ON "messages" USING btree ("id","recipient_id") WHERE topic like '✔ %';--> statement-breakpoint
CREATE INDEX "messages_link" ON "messages" USING btree ("id","recipient_id") WHERE rendered_content like '%<a href="%';--> statement-breakpoint
CREATE INDEX "messages_image" ON "messages" USING btree ("id","recipient_id") WHERE rendered_content like '%message_inline_image%';--> statement-breakpoint
CREATE INDEX "messages_attachment" ON "messages" USING btree ("id","recipient_id") WHERE rendered_content like '%href="/user_uploads/%';--> statement-breakpoint
CREATE INDEX "messages_letter_pairs" ON "messages" USING gin (letter_pairs(topic || ' ' || content));--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (to_tsvector('english', fold_case(topic || ' ' || rendered_content)));--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_stream" ON "recipients" USING btree ("stream_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recipients_users" ON "recipients" USING btree ("realm_id","user_ids");--> statement-breakpoint
CREATE INDEX "recipients_members" ON "recipients" USING gin ("user_ids");--> statement-breakpoint
CREATE INDEX "user_messages_message" ON "user_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "user_messages_unread" ON "user_messages" USING btree ("user_id","message_id") WHERE not ('read' = any(flags));--> statement-breakpoint
CREATE INDEX "user_messages_starred" ON "user_messages" USING btree ("user_id","message_id") WHERE 'starred' = any(flags);--> statement-breakpoint
CREATE INDEX "user_messages_alerted" ON "user_messages" USING btree ("user_id","message_id") WHERE 'has_alert_word' = any(flags);--> statement-breakpoint
CREATE INDEX "user_messages_mentioned" ON "user_messages" USING btree ("user_id","message_id") WHERE flags && array['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'];--> statement-breakpoint
CREATE INDEX "muted_users_muted" ON "muted_users" USING btree ("muted_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "navigation_views_fragment" ON "navigation_views" USING btree ("user_id","fragment");--> statement-breakpoint
CREATE UNIQUE INDEX "navigation_views_name" ON "navigation_views" USING btree ("user_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "playgrounds_name" ON "playgrounds" USING btree ("realm_id","pygments_language","name");--> statement-breakpoint
CREATE INDEX "presences_update" ON "presences" USING btree ("realm_id","update_id");--> statement-breakpoint
CREATE INDEX "profile_values_field" ON "profile_values" USING btree ("field_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_account" ON "push_devices" USING btree ("user_id","push_account_id");--> statement-breakpoint
CREATE INDEX "push_devices_due" ON "push_devices" USING btree ("next_try") WHERE next_try is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_tokens_token" ON "push_tokens" USING btree ("user_id","token_kind",md5(token));--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once" ON "reactions" USING btree ("message_id","user_id","reaction_type","emoji_code");--> statement-breakpoint
CREATE INDEX "reactions_user" ON "reactions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "realm_domains_domain" ON "realm_domains" USING btree ("realm_id","domain");--> statement-breakpoint
CREATE INDEX "saved_snippets_user" ON "saved_snippets" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "reminders_user" ON "reminders" USING btree ("user_id","scheduled_delivery_timestamp");--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("scheduled_delivery_timestamp","id") WHERE not failed;--> statement-breakpoint
CREATE INDEX "scheduled_messages_user" ON "scheduled_messages" USING btree ("user_id","scheduled_delivery_timestamp");--> statement-breakpoint
CREATE INDEX "scheduled_messages_due" ON "scheduled_messages" USING btree ("scheduled_delivery_timestamp","id") WHERE not failed and delivered_message_id is null;--> statement-breakpoint
CREATE INDEX "scheduled_messages_delivered" ON "scheduled_messages" USING btree ("delivered_at") WHERE delivered_at is not null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "streams_realm_name" ON "streams" USING btree ("realm_id",fold_case("name"));--> statement-breakpoint
CREATE INDEX "streams_realm" ON "streams" USING btree ("realm_id");--> statement-breakpoint
CREATE INDEX "streams_entered" ON "streams" USING btree ("realm_id") WHERE invite_only and settings ?| array['can_subscribe_group', 'can_add_subscribers_group'];--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "submessages_message" ON "submessages" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "submessages_sender" ON "submessages" USING btree ("sender_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_topics_once" ON "user_topics" USING btree ("user_id","stream_id",fold_case("topic"));--> statement-breakpoint
CREATE INDEX "user_topics_topic" ON "user_topics" USING btree ("stream_id",fold_case("topic"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_realm_email" ON "users" USING btree ("realm_id",lower("delivery_email"));--> statement-breakpoint
CREATE INDEX "users_realm" ON "users" USING btree ("realm_id");--> statement-breakpoint
CREATE INDEX "users_left" ON "users" USING btree ("realm_id") WHERE not is_active;--> statement-breakpoint
CREATE INDEX "users_full_name" ON "users" USING btree ("realm_id",fold_case("full_name"));--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("delivery_email"));--> statement-breakpoint
CREATE INDEX "users_api_key" ON "users" USING btree ("api_key");