-- Columns and tables get the names that the code uses.

-- +goose Up

ALTER TABLE customers RENAME COLUMN phone_unproved TO phone_unverified;
ALTER TABLE customers RENAME COLUMN email_unproved TO email_unverified;
ALTER TABLE login_codes RENAME COLUMN asker TO requester_key;
ALTER TABLE login_codes RENAME COLUMN birthday_said TO birthday_matched;
ALTER TABLE phone_proofs RENAME COLUMN asker TO requester_key;
ALTER TABLE passes RENAME COLUMN says TO digest;
ALTER TABLE google_passes RENAME COLUMN says TO digest;
ALTER TABLE google_passes RENAME COLUMN heard_at TO last_callback_at;
ALTER TABLE google_passes RENAME COLUMN noticed TO notice_times;
ALTER TABLE google_classes RENAME COLUMN says TO digest;
ALTER TABLE messages RENAME COLUMN tried_at TO last_try_at;
ALTER TABLE users RENAME COLUMN tried_at TO attacked_at;
ALTER TABLE users RENAME COLUMN former_version TO previous_token_version;
ALTER TABLE users RENAME COLUMN former_version_at TO previous_token_version_at;
ALTER TABLE data_jobs RENAME COLUMN until TO lease_until;
ALTER TABLE data_jobs RENAME COLUMN undo TO rollback_data;
ALTER TABLE devices RENAME COLUMN waiting TO outbox_count;
ALTER TABLE devices RENAME COLUMN waiting_from_at TO outbox_oldest_at;
ALTER TABLE attempts RENAME COLUMN used TO attempt_count;
ALTER TABLE message_usage RENAME COLUMN used TO message_count;
ALTER TABLE merges RENAME COLUMN moved TO undo_data;
ALTER TABLE visits RENAME COLUMN removal_asked_at TO removal_requested_at;
ALTER TABLE grants_under_way RENAME COLUMN after_card TO last_card_id;
ALTER TABLE grants_under_way RENAME TO pending_grants;
ALTER TABLE handed_visits RENAME TO handover_visits;
ALTER TABLE ended_qrs RENAME TO revoked_qrs;
ALTER TABLE inbound_messages RENAME TO answered_message_ids;
