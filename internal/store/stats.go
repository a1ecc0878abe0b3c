package store

import "axioma/internal/database"

// Stats is this process's use of the database.
type Stats = database.Stats

// BulkheadUse is a bulkhead's use.
type BulkheadUse = database.BulkheadStats

// Connections are PostgreSQL's, or SQLite's readers.
type Connections = database.Connections

// Distribution is a histogram.
type Distribution = database.Histogram
