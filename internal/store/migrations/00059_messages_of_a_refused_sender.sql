-- Whether messages of a business wait because the provider refuses their sender: every
-- public page of the business asks.

-- +goose Up

CREATE INDEX messages_of_refused_sender ON messages (status, business_id, held_by) WHERE status = 'QUEUED' AND held_by = 'SETUP';
