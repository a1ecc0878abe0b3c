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
	return len(pass.NoticeTimes) < noticesADay || now.Sub(pass.NoticeTimes[noticesADay-1]) >= noticeDay
}

// withNotice is the pass after one more notice.
func withNotice(pass loyalty.GooglePass, now time.Time) loyalty.GooglePass {
	pass.NoticeTimes = append([]time.Time{now}, pass.NoticeTimes...)
	pass.NoticeTimes = pass.NoticeTimes[:min(len(pass.NoticeTimes), noticesADay)]
	return pass
}

// withoutLatestNotice is the pass without its latest notice, which Google refused.
func withoutLatestNotice(pass loyalty.GooglePass) loyalty.GooglePass {
	pass.NoticeTimes = pass.NoticeTimes[min(1, len(pass.NoticeTimes)):]
	return pass
}
