package passes

import (
	"time"

	"axioma/internal/loyalty"
)

// Google allows notificationsPerDay notifications of a pass within notificationWindow. It throttles all passes of an
// issuer that sends more.
const (
	notificationsPerDay = 3
	notificationWindow  = 24 * time.Hour
)

// mayNotify reports whether Google's quota allows another notification of a pass.
func mayNotify(pass loyalty.GooglePass, now time.Time) bool {
	return len(pass.NoticeTimes) < notificationsPerDay || now.Sub(pass.NoticeTimes[notificationsPerDay-1]) >= notificationWindow
}

// withNotification returns the pass with one more notification.
func withNotification(pass loyalty.GooglePass, now time.Time) loyalty.GooglePass {
	pass.NoticeTimes = append([]time.Time{now}, pass.NoticeTimes...)
	pass.NoticeTimes = pass.NoticeTimes[:min(len(pass.NoticeTimes), notificationsPerDay)]
	return pass
}

// withoutLatestNotification returns the pass without its latest notification, which Google refused.
func withoutLatestNotification(pass loyalty.GooglePass) loyalty.GooglePass {
	pass.NoticeTimes = pass.NoticeTimes[min(1, len(pass.NoticeTimes)):]
	return pass
}
