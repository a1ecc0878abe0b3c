-- Each user's work by day, counted from the visits after they are registered (decision 0040).
-- Events name the days to count again, so a check-in writes nothing here.

-- +goose Up

CREATE TABLE staff_days (
    business_id   TEXT NOT NULL REFERENCES businesses (id),
    local_day     TEXT NOT NULL,
    user_id       TEXT NOT NULL REFERENCES users (id),
    visits        BIGINT NOT NULL,
    new_customers BIGINT NOT NULL,
    returned      BIGINT NOT NULL,
    returned_same BIGINT NOT NULL,
    third_visits  BIGINT NOT NULL,
    authorized    BIGINT NOT NULL,
    undone        BIGINT NOT NULL,
    deleted       BIGINT NOT NULL,
    customers     TEXT NOT NULL, -- 8 characters of a hash for each customer
    PRIMARY KEY (business_id, local_day, user_id)
);

-- Days from counted_from on are counted, including all events up to position.
CREATE TABLE staff_day_progress (
    business_id  TEXT PRIMARY KEY REFERENCES businesses (id),
    position     BIGINT NOT NULL,
    counted_from TEXT NOT NULL,
    version      BIGINT NOT NULL
);

CREATE INDEX visits_deleted ON visits (business_id, local_day) WHERE deleted_at IS NOT NULL;
