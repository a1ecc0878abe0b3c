package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func faceOf(stamps int64) loyalty.PassFace {
	return loyalty.PassFace{Progress: loyalty.Progress{Card: loyalty.Card{Stamps: stamps}}}
}

func TestGooglePass_RevivedPass_GivesNoNoticeOfOldRewards(t *testing.T) {
	var pass loyalty.GooglePass
	for digest, face := range []loyalty.PassFace{faceOf(3), {Void: true}} {
		pass, _ = pass.WithUpdate(string(rune('a'+digest)), face, pass)
	}
	if notice := pass.NoticeFor(faceOf(3)); notice != loyalty.GoogleNoticeNone {
		t.Errorf("old rewards cause notice %d, want %d", notice, loyalty.GoogleNoticeNone)
	}
	if notice := pass.NoticeFor(faceOf(4)); notice != loyalty.GoogleNoticeStamp {
		t.Errorf("one more stamp causes notice %d, want %d", notice, loyalty.GoogleNoticeStamp)
	}
}

func TestGooglePass_ConcurrentUpdate_LeavesStateUnknown(t *testing.T) {
	read, _ := loyalty.GooglePass{}.WithUpdate("before", faceOf(1), loyalty.GooglePass{})
	between, isCertain := read.WithUpdate("between", faceOf(2), read)
	if !isCertain || between.Digest != "between" {
		t.Errorf("after one update the pass is %+v, want a certain state between", between)
	}
	if same, isCertain := between.WithUpdate("between", faceOf(2), read); !isCertain || same.Digest != "between" {
		t.Errorf("after two updates with the same state the pass is %+v, want a certain state between", same)
	}
	uncertain, isCertain := between.WithUpdate("late", faceOf(3), read)
	if isCertain || uncertain.Digest == "late" || uncertain.Digest == "between" || uncertain.Digest == "" {
		t.Errorf("after two different updates the pass is %+v, want an uncertain state", uncertain)
	}
	if notice := uncertain.NoticeFor(faceOf(4)); notice != loyalty.GoogleNoticeNone {
		t.Errorf("an unknown state causes notice %d, want %d", notice, loyalty.GoogleNoticeNone)
	}
	if last, isCertain := uncertain.WithUpdate("last", faceOf(4), uncertain); !isCertain || last.Digest != "last" {
		t.Errorf("after one more update the pass is %+v, want a certain state last", last)
	}
}

func TestGooglePass_CreateStarted_MayExist(t *testing.T) {
	createdPass := loyalty.GooglePass{}.WithCreateStarted()
	if createdPass.Digest != loyalty.GoogleStateUnknown {
		t.Errorf("the digest is %q, want GoogleStateUnknown", createdPass.Digest)
	}
	updatedPass, isCertain := createdPass.WithUpdate("a", faceOf(1), createdPass)
	if !isCertain || updatedPass.Digest != "a" || updatedPass.WithCreateStarted().Digest != "a" {
		t.Errorf("after the update the pass is %+v, want a certain state a", updatedPass)
	}
	if other, isCertain := updatedPass.WithUpdate("b", faceOf(2), createdPass); isCertain {
		t.Errorf("after another update that began before, the pass is %+v, want an uncertain state", other)
	}
}
