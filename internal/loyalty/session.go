package loyalty

import "time"

// An operator's session ends after OperatorIdleTimeout without use, and after OperatorSessionLifetime.
const (
	OperatorIdleTimeout     = time.Hour
	OperatorSessionLifetime = 8 * time.Hour
)

// IsIdle reports an operator's session unused for too long.
func IsIdle(seen, now time.Time) bool { return now.Sub(seen) > OperatorIdleTimeout }
