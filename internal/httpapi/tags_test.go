package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestContract_TagFields_NameAllValues(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var contract struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Description string }
			}
		}
	}
	s.call(asAnonymous, http.MethodGet, "/openapi.json", "").has(http.StatusOK).into(&contract)
	schemaCount := 0
	for name, schema := range contract.Components.Schemas {
		field, has := schema.Properties["tag"]
		if !has {
			continue
		}
		schemaCount++
		for _, tag := range loyalty.Tags() {
			if !strings.Contains(field.Description, string(tag)) {
				t.Errorf("%s must say that a tag may be %s, but says %q", name, tag, field.Description)
			}
		}
	}
	if schemaCount < 4 {
		t.Errorf("only %d schemas have a tag", schemaCount)
	}
}
