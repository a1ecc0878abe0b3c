package httpapi

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestNotedReads_EveryRouteOfStaff_HasADecision(t *testing.T) {
	t.Parallel()
	for _, r := range (&API{}).routes() {
		if r.method != http.MethodGet || r.who.open() || r.who.customer || strings.HasPrefix(r.path, "/cp/") {
			continue
		}
		action, _, isNoted := notedRead(r.method, r.path)
		isFile := path.Base(r.path) == "file" || slices.Contains([]string{".csv", ".pdf", ".xlsx"}, path.Ext(r.path)) && r.path != "/business/poster.pdf"
		isRecord := strings.Contains(r.path, "/customers/{id}")
		if isFile && action != loyalty.ActionFileDownloaded || isRecord && action != loyalty.ActionRecordRead {
			t.Errorf("%s is recorded as %q, want a downloaded file = %t, a read record = %t", r.path, action, isFile, isRecord)
		}
		if strings.HasPrefix(r.path, "/customers") && r.path != "/customers/wa/status" && !isNoted {
			t.Errorf("%s is not recorded", r.path)
		}
	}
}
