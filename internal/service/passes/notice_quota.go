package passes

import (
	"time"

	"axioma/internal/loyalty"
)

// noticesADay is how many notices of a pass Google allows within noticeDay. Google slows down
// all passes of an issuer that sends more.
const (
	noticesADay = 3
	noticeDay   = 24 * time.Hour
)

// mayNotice reports whether Google's quota allows one more notice of a pass.
func mayNotice(pass loyalty.GooglePass, now time.Time) bool {
	return len(pass.Noticed) < noticesADay || now.Sub(pass.Noticed[noticesADay-1]) >= noticeDay
}

// withNotice is the pass after one more notice.
func withNotice(pass loyalty.GooglePass, now time.Time) loyalty.GooglePass {
	pass.Noticed = append([]time.Time{now}, pass.Noticed...)
	pass.Noticed = pass.Noticed[:min(len(pass.Noticed), noticesADay)]
	return pass
}

// withoutLatestNotice is the pass without its latest notice, which Google refused.
func withoutLatestNotice(pass loyalty.GooglePass) loyalty.GooglePass {
	pass.Noticed = pass.Noticed[min(1, len(pass.Noticed)):]
	return pass
}
