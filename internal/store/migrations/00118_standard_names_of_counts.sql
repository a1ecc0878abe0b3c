-- A milestone is a number of stamps that earns a reward, so what a customer reaches in order is
-- called a step. The progress of day counts covers visits and rewards.

-- +goose Up

DROP INDEX milestones_by_registration;
DROP INDEX milestones_by_first_day;
DROP INDEX milestones_by_last_day;

ALTER TABLE customer_milestones RENAME TO customer_steps;
ALTER TABLE milestone_progress RENAME TO customer_step_progress;
ALTER TABLE staff_day_progress RENAME TO day_count_progress;

-- The condition keeps PostgreSQL from reading other steps by this index.
CREATE INDEX customer_steps_by_registration ON customer_steps (business_id, registered_at) WHERE registered_at >= 0;
CREATE INDEX customer_steps_by_first_day ON customer_steps (business_id, first_day) WHERE first_day IS NOT NULL;
CREATE INDEX customer_steps_by_last_day ON customer_steps (business_id, last_day) WHERE last_day IS NOT NULL;
