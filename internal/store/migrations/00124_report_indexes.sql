-- Indexes for reports that look up thousands of rows. A check-in writes neither.

-- +goose Up

-- Visits entered for a past day, stored at noon. They are few, and do not count by hour.
CREATE INDEX visits_of_past_days ON visits (business_id, local_day) WHERE past_day AND deleted_at IS NULL;
-- Customers who accept a purpose now.
CREATE INDEX consents_valid ON consents (business_id, kind, text_version, customer_id) WHERE granted AND replaced_at IS NULL;
