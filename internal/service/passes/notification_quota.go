package passes

import (
	"time"

	"axioma/internal/loyalty"
)

// Beyond notificationsPerDay of a pass within notificationWindow, Google throttles all passes of the issuer.
const (
	notificationsPerDay = 3
	notificationWindow  = 24 * time.Hour
)

func mayNotify(pass loyalty.GooglePass, now time.Time) bool {
	return len(pass.NoticeTimes) < notificationsPerDay || now.Sub(pass.NoticeTimes[notificationsPerDay-1]) >= notificationWindow
}

func withNotification(pass loyalty.GooglePass, now time.Time) loyalty.GooglePass {
	pass.NoticeTimes = append([]time.Time{now}, pass.NoticeTimes...)
	pass.NoticeTimes = pass.NoticeTimes[:min(len(pass.NoticeTimes), notificationsPerDay)]
	return pass
}

func withoutLatestNotification(pass loyalty.GooglePass) loyalty.GooglePass {
	pass.NoticeTimes = pass.NoticeTimes[min(1, len(pass.NoticeTimes)):]
	return pass
}
