-- +goose Up

-- A pass as last sent to Google, and the times of its notifications.
CREATE TABLE google_passes (
    business_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    says TEXT NOT NULL DEFAULT '',
    stamps BIGINT NOT NULL DEFAULT 0,
    owed TEXT NOT NULL DEFAULT '',
    noticed TEXT NOT NULL DEFAULT '',
    heard_at BIGINT,
    PRIMARY KEY (business_id, customer_id),
    FOREIGN KEY (business_id, customer_id) REFERENCES passes (business_id, customer_id)
);

-- A business's class as last sent to Google.
CREATE TABLE google_classes (
    business_id TEXT PRIMARY KEY REFERENCES businesses (id),
    says TEXT NOT NULL
);
