package loyalty

import "time"

// An operator's session ends OperatorIdleTimeout after its last use, and OperatorSessionLifetime after its start.
const (
	OperatorIdleTimeout     = time.Hour
	OperatorSessionLifetime = 8 * time.Hour
)

// IsIdle reports whether an operator's session that was used last at an instant has ended by now.
func IsIdle(seen, now time.Time) bool { return now.Sub(seen) > OperatorIdleTimeout }
