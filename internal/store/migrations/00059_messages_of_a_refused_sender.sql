-- Finds whether a business's messages wait because the provider refuses their sender. Every public
-- page of the business reads this.

-- +goose Up

CREATE INDEX messages_of_refused_sender ON messages (status, business_id, held_by) WHERE status = 'QUEUED' AND held_by = 'SETUP';
