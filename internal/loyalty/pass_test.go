package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func TestNewPassFace_FamilyName_NeedsAVerifiedPhone(t *testing.T) {
	progress := loyalty.Progress{FamilyName: "Los García"}
	for unverified, want := range map[bool]string{false: "Los García", true: ""} {
		face := loyalty.NewPassFace(loyalty.Business{}, loyalty.Customer{Name: "Ana", PhoneUnverified: unverified}, progress)
		if face.Progress.FamilyName != want {
			t.Errorf("with unverified=%t the pass names the family %q, want %q", unverified, face.Progress.FamilyName, want)
		}
	}
}
