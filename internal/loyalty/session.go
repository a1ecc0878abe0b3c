package loyalty

import "time"

// An operator's session ends after OperatorIdleTimeout without use, and after OperatorSessionLifetime.
const (
	OperatorIdleTimeout     = time.Hour
	OperatorSessionLifetime = 8 * time.Hour
)

// IsIdle reports whether an operator's session ended for lack of use.
func IsIdle(seenAt, now time.Time) bool { return now.Sub(seenAt) > OperatorIdleTimeout }
