package webui

import (
	"net/http"
	"strings"
	"testing"
)

func FuzzFileRequest(f *testing.F) {
	for _, seed := range [][2]string{
		{"bytes=0-4", "br"}, {"bytes=-6", ""}, {"bytes=50-", "gzip"}, {"bytes=0-0,1-1,2-2", "*;q=0"}, {"bytes=9223372036854775807-", "br;q=1.5, gzip"}, {"bytes=--1", ",,"},
	} {
		f.Add(seed[0], seed[1])
	}
	whole := map[string]string{"": "plain script", "br": "brotli script", "gzip": "gzip script"}
	f.Fuzz(func(t *testing.T, part, encodings string) {
		got := ask(http.MethodGet, "/assets/app-1a2b.js", encodings, "Range", part)
		content := whole[got.Header().Get("Content-Encoding")]
		isPart := got.Code == http.StatusPartialContent && (strings.Contains(content, got.Body.String()) || strings.HasPrefix(got.Header().Get("Content-Type"), "multipart/byteranges"))
		isWhole := got.Code == http.StatusOK && got.Body.String() == content
		if !isPart && !isWhole && got.Code != http.StatusRequestedRangeNotSatisfiable {
			t.Errorf("the range %q with the encodings %q: got %d %q; want a part, the whole, or 416", part, encodings, got.Code, got.Body)
		}
	})
}
