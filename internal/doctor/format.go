package doctor

import (
	"fmt"
	"time"
)

func formatBytes(bytes int64) string {
	switch {
	case bytes >= 10<<30:
		return fmt.Sprintf("%d GB", bytes>>30)
	case bytes >= 10<<20:
		return fmt.Sprintf("%d MB", bytes>>20)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
}

func formatDuration(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return formatCount(int64(d/(24*time.Hour)), "day")
	case d >= 2*time.Hour:
		return formatCount(int64(d/time.Hour), "hour")
	case d >= 2*time.Minute:
		return formatCount(int64(d/time.Minute), "minute")
	}
	return formatCount(int64(d/time.Second), "second")
}

func formatCount(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
