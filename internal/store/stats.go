package store

import "axioma/internal/database"

// Stats counts how this process uses the database.
type Stats = database.Stats

// BulkheadUse is a bulkhead's use.
type BulkheadUse = database.BulkheadStats

// Connections are PostgreSQL's, or SQLite's reading ones.
type Connections = database.Connections

// Distribution is a histogram.
type Distribution = database.Histogram
