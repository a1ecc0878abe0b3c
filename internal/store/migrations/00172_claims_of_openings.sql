-- The claim to paper stamps that an opening balance answered. Its undo returns the claim.

-- +goose Up

ALTER TABLE adjustments ADD COLUMN claimed_stamps BIGINT NOT NULL DEFAULT 0;
ALTER TABLE adjustments ADD COLUMN rejected_stamps BIGINT NOT NULL DEFAULT 0;
