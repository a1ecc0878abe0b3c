-- The same text runs on SQLite and PostgreSQL: types TEXT, BIGINT and BOOLEAN, instants in Unix
-- milliseconds, ids from the program. Every key of a business's row begins with business_id, and
-- foreign keys are composite. So the database refuses a row of one business that refers to
-- another.

-- +goose Up

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE businesses (
    id                  TEXT PRIMARY KEY,
    name                TEXT NOT NULL,
    status              TEXT NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED')),
    time_zone           TEXT NOT NULL,
    country             TEXT NOT NULL,
    visit_target        BIGINT NOT NULL CHECK (visit_target >= 2),
    vip_visit_target    BIGINT NOT NULL CHECK (vip_visit_target >= 2),
    half_reward_enabled BOOLEAN NOT NULL,
    welcome_text        TEXT,
    wa_enabled          BOOLEAN NOT NULL,
    wa_from             TEXT,
    wa_rate_per_minute  BIGINT NOT NULL,
    wa_daily_cap        BIGINT NOT NULL,
    wa_monthly_cap      BIGINT NOT NULL,
    wa_free_credits     BIGINT NOT NULL,
    created_at          BIGINT NOT NULL
);

CREATE TABLE users (
    id            TEXT PRIMARY KEY,
    business_id   TEXT REFERENCES businesses (id),
    email         TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    role          TEXT NOT NULL CHECK (role IN ('SUPERADMIN', 'OWNER', 'ADMIN', 'BARBER')),
    password_hash TEXT NOT NULL,
    token_version BIGINT NOT NULL,
    disabled_at   BIGINT,
    created_at    BIGINT NOT NULL,
    CHECK ((role = 'SUPERADMIN') = (business_id IS NULL))
);
CREATE INDEX users_of_business ON users (business_id, email);

CREATE TABLE families (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    id          TEXT NOT NULL,
    name        TEXT NOT NULL,
    sort_key    TEXT NOT NULL,
    policy      TEXT NOT NULL CHECK (policy IN ('POOL', 'INDIVIDUAL')),
    created_at  BIGINT NOT NULL,
    archived_at BIGINT,
    PRIMARY KEY (business_id, id)
);

CREATE TABLE customers (
    business_id   TEXT NOT NULL REFERENCES businesses (id),
    id            TEXT NOT NULL,
    name          TEXT NOT NULL,
    sort_key      TEXT NOT NULL,
    phone         TEXT,
    email         TEXT,
    birthday      TEXT,
    notes         TEXT,
    tag           TEXT,
    search        TEXT NOT NULL,
    visits_count  BIGINT NOT NULL CHECK (visits_count >= 0),
    last_visit_at BIGINT,
    family_id     TEXT,
    family_role   TEXT CHECK (family_role IN ('PRIMARY', 'ADULT', 'CHILD')),
    created_at    BIGINT NOT NULL,
    archived_at   BIGINT,
    merged_into   TEXT,
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, merged_into) REFERENCES customers (business_id, id),
    FOREIGN KEY (business_id, family_id) REFERENCES families (business_id, id),
    CHECK ((family_id IS NULL) = (family_role IS NULL))
);
-- Public pages know a customer's id, but not the business.
CREATE UNIQUE INDEX customers_id ON customers (id);
CREATE UNIQUE INDEX customers_active_phone ON customers (business_id, phone) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX customers_one_primary ON customers (business_id, family_id) WHERE family_role = 'PRIMARY';
-- Searches read names in order and look for a part of the search text. This index has both.
CREATE INDEX customers_by_name ON customers (business_id, sort_key, id, search) WHERE archived_at IS NULL;
-- business_id is last if the other column finds the row. If it were first, PostgreSQL without
-- statistics might choose the index for any query of the business.
CREATE INDEX customers_by_email ON customers (email, business_id) WHERE archived_at IS NULL;
CREATE INDEX customers_of_family ON customers (family_id, business_id);

CREATE TABLE cards (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    id          TEXT NOT NULL,
    customer_id TEXT,
    family_id   TEXT,
    stamps      BIGINT NOT NULL CHECK (stamps >= 0),
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, customer_id),
    UNIQUE (business_id, family_id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
    FOREIGN KEY (business_id, family_id) REFERENCES families (business_id, id),
    CHECK ((customer_id IS NULL) <> (family_id IS NULL))
);

-- day_slot enforces one visit per customer and local day. The day's visit has slot 0, authorized
-- further visits have 1, 2, …, and deleted ones NULL. NULLs are distinct, so there may be any
-- number of them.
CREATE TABLE visits (
    business_id   TEXT NOT NULL REFERENCES businesses (id),
    id            TEXT NOT NULL,
    customer_id   TEXT NOT NULL,
    card_id       TEXT NOT NULL,
    visited_at    BIGINT NOT NULL,
    local_day     TEXT NOT NULL,
    day_slot      BIGINT,
    stamp_number  BIGINT NOT NULL CHECK (stamp_number > 0),
    card_target   BIGINT NOT NULL,
    card_half     BIGINT NOT NULL,
    notes         TEXT,
    registered_by TEXT NOT NULL REFERENCES users (id),
    authorized_by TEXT REFERENCES users (id),
    deleted_at    BIGINT,
    deleted_by    TEXT REFERENCES users (id),
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, customer_id, local_day, day_slot),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
    FOREIGN KEY (business_id, card_id) REFERENCES cards (business_id, id),
    CHECK ((deleted_at IS NULL) = (day_slot IS NOT NULL))
);
-- Each further index would be written at every check-in, so there is none. The unique key above
-- finds a customer's visits.

CREATE TABLE rewards (
    business_id          TEXT NOT NULL REFERENCES businesses (id),
    id                   TEXT NOT NULL,
    card_id              TEXT NOT NULL,
    customer_id          TEXT NOT NULL,
    kind                 TEXT NOT NULL CHECK (kind IN ('FREE', 'HALF', 'WELCOME')),
    status               TEXT NOT NULL CHECK (status IN ('PENDING', 'REDEEMED', 'CANCELLED')),
    milestone            BIGINT NOT NULL CHECK (milestone >= 0),
    created_at           BIGINT NOT NULL,
    redeemed_at          BIGINT,
    redeemed_day         TEXT,
    redeemed_customer_id TEXT,
    redeemed_by          TEXT REFERENCES users (id),
    PRIMARY KEY (business_id, id),
    UNIQUE (business_id, card_id, kind, milestone),
    FOREIGN KEY (business_id, card_id) REFERENCES cards (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
    FOREIGN KEY (business_id, redeemed_customer_id) REFERENCES customers (business_id, id),
    CHECK ((status = 'REDEEMED') = (redeemed_at IS NOT NULL))
);
CREATE INDEX rewards_given ON rewards (business_id, redeemed_customer_id, redeemed_day) WHERE redeemed_at IS NOT NULL;

CREATE TABLE consents (
    business_id  TEXT NOT NULL REFERENCES businesses (id),
    id           TEXT NOT NULL,
    customer_id  TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('PRIVACY', 'WHATSAPP', 'EMAIL', 'SMS', 'PROMOTIONS')),
    granted      BOOLEAN NOT NULL,
    given_at     BIGINT NOT NULL,
    form         TEXT NOT NULL,
    text_version TEXT NOT NULL,
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
CREATE INDEX consents_of_customer ON consents (business_id, customer_id, kind, given_at);

-- A merge of two records of one person. The column moved has what the undo needs, as JSON that
-- only the program reads.
CREATE TABLE merges (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    id          TEXT NOT NULL,
    kept_id     TEXT NOT NULL,
    merged_id   TEXT NOT NULL,
    merged_at   BIGINT NOT NULL,
    merged_by   TEXT NOT NULL REFERENCES users (id),
    undone_at   BIGINT,
    undone_by   TEXT REFERENCES users (id),
    moved       TEXT NOT NULL,
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, kept_id) REFERENCES customers (business_id, id),
    FOREIGN KEY (business_id, merged_id) REFERENCES customers (business_id, id)
);
CREATE INDEX merges_of_customer ON merges (business_id, kept_id, merged_at);

-- Acts of the platform have an empty business_id, so there is no foreign key.
CREATE TABLE audit_events (
    business_id TEXT NOT NULL,
    id          TEXT NOT NULL,
    at          BIGINT NOT NULL,
    actor_id    TEXT,
    action      TEXT NOT NULL,
    subject_id  TEXT NOT NULL,
    detail      TEXT,
    PRIMARY KEY (business_id, id)
);

CREATE TABLE idempotency_keys (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    key         TEXT NOT NULL,
    request     TEXT NOT NULL,
    answer      TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (business_id, key)
);

-- Messages to send by WhatsApp. The transaction that causes a message inserts it; a worker sends
-- it afterwards.
CREATE TABLE messages (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    id          TEXT NOT NULL,
    customer_id TEXT,
    phone       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    text        TEXT NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('QUEUED', 'SENT', 'FAILED', 'DROPPED')),
    created_at  BIGINT NOT NULL,
    sent_at     BIGINT,
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
CREATE INDEX messages_of_customer ON messages (business_id, customer_id);
CREATE INDEX messages_waiting ON messages (created_at) WHERE status = 'QUEUED';
