-- 'Lo de siempre': a note and up to three pictures of a customer's usual cut (decision 0041). The pictures have a
-- table of their own, so that reads of customers never touch them.

-- +goose Up

ALTER TABLE businesses ADD COLUMN usual_enabled BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE customers ADD COLUMN usual_note TEXT;
ALTER TABLE customers ADD COLUMN usual_version BIGINT NOT NULL DEFAULT 1;

CREATE TABLE usual_pictures (
    business_id TEXT NOT NULL REFERENCES businesses (id),
    customer_id TEXT NOT NULL,
    id          TEXT NOT NULL,
    taken_at    BIGINT NOT NULL,
    taken_by    TEXT NOT NULL REFERENCES users (id),
    width       BIGINT NOT NULL CHECK (width BETWEEN 1 AND 1280),
    height      BIGINT NOT NULL CHECK (height BETWEEN 1 AND 1280),
    picture     TEXT NOT NULL, -- JPEG or WebP, in base64
    PRIMARY KEY (business_id, customer_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id)
);
