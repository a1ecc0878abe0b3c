-- The owner's week by e-mail: whether a business gets it, and the Monday of the last one, so that each week is
-- sent once. E-mails to staff may have HTML, as those to customers.

-- +goose Up

ALTER TABLE businesses ADD COLUMN week_mail BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE businesses ADD COLUMN week_mailed TEXT NOT NULL DEFAULT '';
CREATE INDEX businesses_week_mail ON businesses (week_mailed) WHERE week_mail AND status = 'ACTIVE';

ALTER TABLE staff_mails ADD COLUMN html TEXT NOT NULL DEFAULT '';
