package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

// Spec: portal-26
func TestColour_OutsideTheList_IsRejected(t *testing.T) {
	t.Parallel()
	for _, colour := range loyalty.Colours() {
		text := string(colour)
		if shop, err := (loyalty.SettingChanges{Colour: &text}).Apply(loyalty.Business{}); err != nil || shop.Colour != colour {
			t.Errorf("the colour %s was stored as %s (%v)", colour, shop.Colour, err)
		}
	}
	for _, text := range []string{"", "green", "#004c35", "PINK"} {
		if _, err := (loyalty.SettingChanges{Colour: &text}).Apply(loyalty.Business{}); refusedField(err) != "colour" {
			t.Errorf("the colour %q returns %v, want a refusal of the field colour", text, err)
		}
	}
	if ours := loyalty.Colour("").OrDefault(); ours != loyalty.ColourGreen {
		t.Errorf("without a choice the colour is %s, want green", ours)
	}
}
