package httpapi

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestQRLabels_File_IsAPDFForTheOwner(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOwner, http.MethodGet, "/customers/qr-labels.pdf", "").has(http.StatusNotFound, "NO_LABELS")
	for range 25 {
		s.Customer("Ana")
	}
	got := s.call(asOwner, http.MethodGet, "/customers/qr-labels.pdf", "").has(http.StatusOK, "%PDF-1.7", "/Count 2 ")
	if !strings.HasSuffix(got.body, "%%EOF\n") || strings.Count(got.body, "/Subtype /Image") != 25 {
		t.Errorf("the file has %d labels and ends in %q, want 25 and the end of a PDF", strings.Count(got.body, "/Subtype /Image"), got.body[len(got.body)-9:])
	}
	for name, want := range map[string]string{
		"Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="etiquetas-qr.pdf"`, "Content-Length": strconv.Itoa(len(got.body)),
	} {
		if is := got.header.Get(name); is != want {
			t.Errorf("%s is %q, want %q", name, is, want)
		}
	}
	s.call(asAdmin, http.MethodGet, "/customers/qr-labels.pdf", "").has(http.StatusForbidden)
	s.call(asForeignOwner, http.MethodGet, "/customers/qr-labels.pdf", "").has(http.StatusNotFound, "NO_LABELS")
}
