package loyalty

import "time"

// An operator's session: since last use, since start.
const (
	OperatorIdleTimeout     = time.Hour
	OperatorSessionLifetime = 8 * time.Hour
)

// IsIdle: an operator's unused session has ended.
func IsIdle(seen, now time.Time) bool { return now.Sub(seen) > OperatorIdleTimeout }
