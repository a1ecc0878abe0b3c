-- Ledger entries of a card without a visit: stamps of a paper card, and corrections. A card has
-- the stamps of its visits and of its adjustments, except undone ones.

-- +goose Up

CREATE TABLE adjustments (
    business_id  TEXT NOT NULL REFERENCES businesses (id),
    id           TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('OPENING', 'CORRECTION')),
    customer_id  TEXT NOT NULL,
    card_id      TEXT NOT NULL,
    stamps       BIGINT NOT NULL CHECK (stamps > 0 OR kind = 'CORRECTION' AND stamps <> 0 OR kind = 'OPENING' AND stamps = 0),
    stamps_after BIGINT NOT NULL CHECK (stamps_after >= 0),
    reason       TEXT,
    note         TEXT,
    created_at   BIGINT NOT NULL,
    created_by   TEXT NOT NULL REFERENCES users (id),
    undone_at    BIGINT,
    undone_by    TEXT REFERENCES users (id),
    PRIMARY KEY (business_id, id),
    FOREIGN KEY (business_id, customer_id) REFERENCES customers (business_id, id),
    FOREIGN KEY (business_id, card_id) REFERENCES cards (business_id, id)
);
CREATE INDEX adjustments_of_customer ON adjustments (business_id, customer_id, created_at);
CREATE INDEX adjustments_of_card ON adjustments (business_id, card_id);
CREATE INDEX adjustments_with_texts ON adjustments (created_at) WHERE reason IS NOT NULL OR note IS NOT NULL;

-- Whether an administrator entered the visit on a later day; the reason is in its notes.
ALTER TABLE visits ADD COLUMN past_day BOOLEAN NOT NULL DEFAULT FALSE;

-- Whether a barber may enter the stamps of a paper card.
ALTER TABLE businesses ADD COLUMN barber_openings BOOLEAN NOT NULL DEFAULT FALSE;
