package httpapi

import (
	"encoding/json"
	"os"
	"testing"
)

func TestBrowserOf_Vectors_AreRecognized(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/browsers.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Is, Agent string
		Browser
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) == 0 {
		t.Fatalf("reading the %d test vectors: %v; want some vectors", len(vectors), err)
	}
	for _, vector := range vectors {
		t.Run(vector.Is, func(t *testing.T) {
			t.Parallel()
			if got := browserOf(vector.Agent); got != vector.Browser {
				t.Errorf("got the browser %+v, want %+v", got, vector.Browser)
			}
		})
	}
}
