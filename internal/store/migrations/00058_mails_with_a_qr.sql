-- An e-mail may bring a customer's QR: its text as HTML too. The picture is drawn when the
-- mail is sent, so that it shows the QR that holds then.

-- +goose Up

ALTER TABLE mails ADD COLUMN html TEXT NOT NULL DEFAULT '';
