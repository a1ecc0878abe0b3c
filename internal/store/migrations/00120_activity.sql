-- Columns for the activity page: role, address and device of the actor, changed fields, and the
-- customer and group by which it filters. AuditEntry.CustomerID and Action.Group have the same
-- rules.

-- +goose Up

ALTER TABLE audit_events ADD COLUMN role TEXT;        -- NULL: older than this column; a user's role is that of the account
ALTER TABLE audit_events ADD COLUMN address TEXT;     -- of the request; IPv6 without its last 72 bits
ALTER TABLE audit_events ADD COLUMN device TEXT;      -- browser and system
ALTER TABLE audit_events ADD COLUMN device_id TEXT;   -- of a named device
ALTER TABLE audit_events ADD COLUMN fields TEXT;      -- names of the changed fields, separated by spaces
ALTER TABLE audit_events ADD COLUMN customer_id TEXT;
ALTER TABLE audit_events ADD COLUMN action_group TEXT;

UPDATE audit_events SET
    customer_id = CASE
        WHEN action IN ('card.opening-recorded', 'card.opening-undone', 'card.corrected', 'family.joined', 'family.role-changed', 'family.left',
            'device.visit-waits') OR action LIKE 'visit.%' OR action LIKE 'reward.%' THEN substr(detail, 1, 26) -- the length of an id
        WHEN action = 'card.claim-rejected' OR action LIKE 'customer.%' OR action LIKE 'consent.%' OR action LIKE 'portal.%' OR action LIKE 'usual.%'
            THEN subject_id
    END,
    action_group = CASE
        WHEN action IN ('business.exported', 'business.customers-exported') THEN 'READS'
        WHEN action LIKE 'visit.%' THEN 'VISITS'
        WHEN action LIKE 'reward.%' THEN 'REWARDS'
        WHEN action LIKE 'portal.%' THEN 'PORTAL'
        WHEN action LIKE 'user.%' THEN 'ACCESS'
        WHEN action LIKE 'business.%' OR action LIKE 'device.%' OR action LIKE 'message.%' OR action LIKE 'import.%' THEN 'SETTINGS'
        ELSE 'CUSTOMERS'
    END;

CREATE INDEX audit_of_customer ON audit_events (business_id, customer_id, id);
CREATE INDEX audit_of_actor ON audit_events (business_id, actor_id, id);
-- Most entries are visits: the key alone serves them.
CREATE INDEX audit_of_group ON audit_events (business_id, action_group, id) WHERE action_group <> 'VISITS';

-- Refused sign-ins by account and day. Those of addresses without an account have neither business nor user.
CREATE TABLE refused_sign_ins (
    business_id TEXT NOT NULL,
    local_day   TEXT NOT NULL, -- in the business's time zone; in UTC for the platform
    user_id     TEXT NOT NULL,
    refused     BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    PRIMARY KEY (business_id, local_day, user_id)
);
CREATE INDEX refused_sign_ins_by_day ON refused_sign_ins (local_day);
