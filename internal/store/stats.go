package store

import "axioma/internal/database"

// Stats are usage figures of the database, as far as this process knows.
type Stats = database.Stats

// BulkheadUse is the use of a bulkhead.
type BulkheadUse = database.BulkheadStats

// Connections are the connections to PostgreSQL, or the reading ones to the SQLite file.
type Connections = database.Connections

// Distribution is a histogram.
type Distribution = database.Histogram
