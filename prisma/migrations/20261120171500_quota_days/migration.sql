-- Retention: counts of days long past are found by their day.
CREATE INDEX "quota_counts_day_idx" ON "quota_counts" ("day");
