package loyalty

import (
	"slices"
	"time"
)

// GooglePass is a pass as last sent to Google.
type GooglePass struct {
	CustomerID     string
	Serial         string
	Digest         string // empty: never sent
	Stamps         int64
	Owed           []RewardKind
	NoticeTimes    []time.Time // for Google's quota; latest first
	LastCallbackAt time.Time
}

// GoogleStateUnknown is the digest after concurrent updates, and until the first creation has succeeded.
const GoogleStateUnknown = "?"

// GoogleNotice is a phone's notification.
type GoogleNotice int

// Notices, by ascending importance.
const (
	GoogleNoticeNone GoogleNotice = iota
	GoogleNoticeStamp
	GoogleNoticeReward
)

// WithCreateStarted marks a pass before its creation: after a crash it may exist at Google.
func (g GooglePass) WithCreateStarted() GooglePass {
	if g.Digest == "" {
		g.Digest = GoogleStateUnknown
	}
	return g
}

// NoticeFor returns the notice of a face: only for gains, and none while the state at Google is unknown.
func (g GooglePass) NoticeFor(face PassFace) GoogleNotice {
	if g.Digest == "" || g.Digest == GoogleStateUnknown || face.Void {
		return GoogleNoticeNone
	}
	for _, kind := range face.Progress.OwedKinds() {
		if !slices.Contains(g.Owed, kind) {
			return GoogleNoticeReward
		}
	}
	if face.Progress.Card.Stamps > g.Stamps {
		return GoogleNoticeStamp
	}
	return GoogleNoticeNone
}

// WithUpdate returns the pass after a face was sent. isCertain is false if another server has sent a different face
// since "before"; then send again. A void face keeps stamps and rewards, so that a pass valid again does not announce
// old ones.
func (g GooglePass) WithUpdate(digest string, face PassFace, before GooglePass) (pass GooglePass, isCertain bool) {
	if g.Digest != before.Digest && g.Digest != digest {
		g.Digest = GoogleStateUnknown
		return g, false
	}
	g.Digest = digest
	if !face.Void {
		g.Stamps, g.Owed = face.Progress.Card.Stamps, face.Progress.OwedKinds()
	}
	return g, true
}

// OwedKinds returns the distinct owed kinds.
func (p Progress) OwedKinds() []RewardKind {
	return RewardKindsWhere(func(kind RewardKind) bool {
		_, owed := p.FirstOwed(kind)
		return owed
	})
}
