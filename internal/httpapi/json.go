package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

var errNulCharacter = errors.New("the text contains a NUL character")

// jsonFormat is JSON that refuses escaped NUL characters, which no database
// text may hold.
func jsonFormat() huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, value any) error { return json.NewEncoder(w).Encode(value) },
		Unmarshal: func(data []byte, into any) error {
			if bytes.Contains(data, []byte(`\u0000`)) {
				return errNulCharacter
			}
			return json.Unmarshal(data, into)
		},
	}
}

// change is a field of a PATCH: what is not sent stays, null clears.
type change struct{ loyalty.Change }

// UnmarshalJSON notes that the field was sent.
func (c *change) UnmarshalJSON(data []byte) error {
	c.Sent = true
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	return json.Unmarshal(data, &c.Value)
}

// Schema describes the field as an optional text or null.
func (change) Schema(huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString, Nullable: true}
	schema.PrecomputeMessages()
	return schema
}

var _ huma.SchemaProvider = change{}

// orNull is an optional text on the wire: null when empty.
func orNull[T ~string](value T) *string {
	if value == "" {
		return nil
	}
	text := string(value)
	return &text
}

// orEmpty is the inverse of orNull.
func orEmpty(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}
