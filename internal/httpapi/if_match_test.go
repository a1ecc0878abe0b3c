package httpapi

import (
	"fmt"
	"net/http"
	"testing"

	"axioma/internal/loyalty"
)

func TestIfMatch_SettingsFamilyAndControlPanel_RefuseAStaleVersion(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	family := s.Family(loyalty.PolicyPool)
	for _, row := range []struct {
		name, path, code string
		as               caller
	}{
		{"settings", "/business", "BUSINESS_CHANGED", asOwner},
		{"family", "/families/" + family.ID, "FAMILY_CHANGED", asAdmin},
		{"control panel", "/cp/businesses/" + s.Business.ID, "BUSINESS_CHANGED", asOperator},
	} {
		t.Run(row.name, func(t *testing.T) {
			change := func(seenVersion, name string) answer {
				t.Helper()
				request := s.request(row.as, http.MethodPatch, row.path, `{"name":"`+name+`"}`)
				if seenVersion != "" {
					request.Header.Set("If-Match", seenVersion)
				}
				return s.send(request)
			}
			var first, second struct{ Version int64 }
			change("", row.name+" uno").has(http.StatusOK).into(&first)
			seenVersion := fmt.Sprintf(`"%d"`, first.Version)
			change(seenVersion, row.name+" dos").has(http.StatusOK).into(&second)
			if second.Version != first.Version+1 {
				t.Errorf("got version %d after %d, want the next", second.Version, first.Version)
			}
			change(seenVersion, row.name+" tres").has(http.StatusConflict, row.code, "guarda otra vez").problem()
			change("*", row.name+" cuatro").has(http.StatusOK)
			change(`"x"`, row.name+" cinco").has(http.StatusUnprocessableEntity, `"field":"If-Match"`)
		})
	}
}
