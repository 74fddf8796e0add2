-- What an operator decides of an account, and which key a rotated one stands for. All of it is absent of rows from before.
ALTER TABLE "accounts"
  -- While it is set, every request with a key of the account is refused, and its runs and deliveries wait.
  ADD COLUMN "suspended_at" TIMESTAMPTZ(3),
  -- Without e-mail, name and keys from then on: the row is there for what others have pinned.
  ADD COLUMN "erased_at" TIMESTAMPTZ(3),
  -- In place of the tier's or the setting's, by name: {"certifications": 100}.
  ADD COLUMN "limits" JSONB NOT NULL DEFAULT '{}';

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_limits_is_an_object" CHECK (jsonb_typeof("limits") = 'object');

-- The key that was rotated into this one.
ALTER TABLE "api_keys" ADD COLUMN "replaces" TEXT COLLATE "C";
