-- An e-mail may contain a customer's QR, and has an HTML part. The picture is rendered when the
-- mail is sent, so that it shows the current QR.

-- +goose Up

ALTER TABLE mails ADD COLUMN html TEXT NOT NULL DEFAULT '';
