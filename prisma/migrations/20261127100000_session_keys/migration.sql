-- The key of a session, encrypted by what the cookie holds. A build that does not know the column begins sessions without one.
ALTER TABLE "sessions" ADD COLUMN "sealed_key" BYTEA;
