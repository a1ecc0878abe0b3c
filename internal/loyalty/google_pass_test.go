package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func faceOf(stamps int64) loyalty.PassFace {
	return loyalty.PassFace{Progress: loyalty.Progress{Card: loyalty.Card{Stamps: stamps}}}
}

// TestWhatSheHadBeforeItEndedIsNoNews: a pass that comes alive again tells of later stamps
// alone.
func TestWhatSheHadBeforeItEndedIsNoNews(t *testing.T) {
	var pass loyalty.GooglePass
	for digest, face := range []loyalty.PassFace{faceOf(3), {Void: true}} {
		pass, _ = pass.Saying(string(rune('a'+digest)), face, pass)
	}
	if notice := pass.NoticeOf(faceOf(3)); notice != loyalty.GoogleSilent {
		t.Errorf("of what she had there is notice %d", notice)
	}
	if notice := pass.NoticeOf(faceOf(4)); notice != loyalty.GoogleStamp {
		t.Errorf("of one stamp more there is notice %d", notice)
	}
}

// TestWhatIsToldBetweenLeavesItUnsure: either may be what Google keeps.
func TestWhatIsToldBetweenLeavesItUnsure(t *testing.T) {
	read, _ := loyalty.GooglePass{}.Saying("before", faceOf(1), loyalty.GooglePass{})
	between, sure := read.Saying("between", faceOf(2), read)
	if !sure || between.Says != "between" {
		t.Errorf("by one alone it is %+v", between)
	}
	if same, sure := between.Saying("between", faceOf(2), read); !sure || same.Says != "between" {
		t.Errorf("by two that say the same it is %+v", same)
	}
	unsure, sure := between.Saying("late", faceOf(3), read)
	if sure || unsure.Says == "late" || unsure.Says == "between" || unsure.Says == "" {
		t.Errorf("by two it is %+v", unsure)
	}
	if notice := unsure.NoticeOf(faceOf(4)); notice != loyalty.GoogleSilent {
		t.Errorf("of what may have been told there is notice %d", notice)
	}
	if last, sure := unsure.Saying("last", faceOf(4), unsure); !sure || last.Says != "last" {
		t.Errorf("told once more it is %+v", last)
	}
}

// TestWhatWasBegunMayBeThere until it is said what was told; what was told before stays.
func TestWhatWasBegunMayBeThere(t *testing.T) {
	begun := loyalty.GooglePass{}.Beginning()
	if begun.Says != loyalty.GoogleUnsure {
		t.Errorf("it says %q", begun.Says)
	}
	told, sure := begun.Saying("a", faceOf(1), begun)
	if !sure || told.Says != "a" || told.Beginning().Says != "a" {
		t.Errorf("told, it is %+v", told)
	}
	if other, sure := told.Saying("b", faceOf(2), begun); sure {
		t.Errorf("by another that had begun it is %+v", other)
	}
}
