package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

var (
	errNulCharacter   = errors.New("the text contains a NUL character")
	errNotUTF8        = errors.New("the text is not UTF-8")
	errDuplicateField = errors.New("a field is sent twice")
	errTooManyFields  = errors.New("an object has too many fields")
)

// maxFields exceeds the number of fields of any known object.
const maxFields = 64

// jsonFormat also rejects NUL, which databases refuse, invalid UTF-8, which encoding/json replaces, duplicate fields
// and too many fields.
func jsonFormat() huma.Format {
	return huma.Format{
		Marshal:   func(w io.Writer, value any) error { return json.NewEncoder(w).Encode(value) },
		Unmarshal: decodeJSON,
	}
}

func decodeJSON(data []byte, into any) error {
	switch {
	case bytes.Contains(data, []byte(`\u0000`)):
		return errNulCharacter
	case !utf8.Valid(data):
		return errNotUTF8
	}
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	return rejectDuplicateFields(json.NewDecoder(bytes.NewReader(data)))
}

// rejectDuplicateFields ignores case, as encoding/json does.
func rejectDuplicateFields(decoder *json.Decoder) error {
	token, err := decoder.Token()
	delimiter, nested := token.(json.Delim)
	if err != nil || !nested {
		return err
	}
	seenNames := map[string]bool{}
	for decoder.More() {
		if delimiter == '{' {
			name, err := decoder.Token()
			if err != nil {
				return err
			}
			foldedName := strings.ToLower(fmt.Sprint(name))
			if seenNames[foldedName] {
				return errDuplicateField
			}
			if len(seenNames) == maxFields {
				return errTooManyFields
			}
			seenNames[foldedName] = true
		}
		if err := rejectDuplicateFields(decoder); err != nil {
			return err
		}
	}
	_, err = decoder.Token()
	return err
}

// change is an optional field: absent keeps, null clears.
type change struct{ loyalty.Change }

// UnmarshalJSON records that the field was sent.
func (c *change) UnmarshalJSON(data []byte) error {
	c.Sent = true
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	return json.Unmarshal(data, &c.Value)
}

// Schema describes an optional text or null.
func (change) Schema(huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString, Nullable: true}
	schema.PrecomputeMessages()
	return schema
}

var _ huma.SchemaProvider = change{}

func orNull[T ~string](value T) *string {
	if value == "" {
		return nil
	}
	text := string(value)
	return &text
}

func orEmpty(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}
