-- What reports look up by the thousand. A check-in writes neither index.

-- +goose Up

-- The visits entered for a past day, which stand at noon: they do not count by hour. There are few.
CREATE INDEX visits_of_past_days ON visits (business_id, local_day) WHERE past_day AND deleted_at IS NULL;
-- The customers who accept something now, without their other consents.
CREATE INDEX consents_valid ON consents (business_id, kind, text_version, customer_id) WHERE granted AND replaced_at IS NULL;
