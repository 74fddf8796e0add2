-- The secret before the one before. An answer that carried a new secret can be lost, and then another is made: the one
-- that receivers know still signs until its time is over.
ALTER TABLE "webhooks" ADD COLUMN "older_secret" BYTEA;
ALTER TABLE "webhooks" ADD COLUMN "older_secret_until" TIMESTAMPTZ(3);
