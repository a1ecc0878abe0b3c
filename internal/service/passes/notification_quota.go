package passes

import (
	"time"

	"axioma/internal/loyalty"
)

// noticesADay is how many notices of a pass Google allows within noticeDay. Google slows down
// all passes of an issuer that sends more.
const (
	notificationsPerDay = 3
	notificationWindow  = 24 * time.Hour
)

// mayNotify reports whether Google's quota allows one more notice of a pass.
func mayNotify(pass loyalty.GooglePass, now time.Time) bool {
	return len(pass.Noticed) < notificationsPerDay || now.Sub(pass.Noticed[notificationsPerDay-1]) >= notificationWindow
}

// withNotification is the pass after one more notice.
func withNotification(pass loyalty.GooglePass, now time.Time) loyalty.GooglePass {
	pass.Noticed = append([]time.Time{now}, pass.Noticed...)
	pass.Noticed = pass.Noticed[:min(len(pass.Noticed), notificationsPerDay)]
	return pass
}

// withoutLatestNotification is the pass without its latest notice, which Google refused.
func withoutLatestNotification(pass loyalty.GooglePass) loyalty.GooglePass {
	pass.Noticed = pass.Noticed[min(1, len(pass.Noticed)):]
	return pass
}
