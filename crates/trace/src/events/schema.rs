//! The macros that events and their parts are declared with: the types, their JSON form and the description of
//! both come from one place, so that they cannot differ.

/// A kind of event or change, for the documentation of the schema.
#[derive(Debug)]
pub struct Kind {
    /// Its name in JSON.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// Its fields, in order.
    pub fields: Vec<FieldInfo>,
}

/// A field of a kind or of a part.
#[derive(Debug)]
pub struct FieldInfo {
    /// Its name in JSON.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// What values it has.
    pub type_name: String,
}

/// Declares an enum whose variants are kinds.
macro_rules! kinds {
    (
        $(#[doc = $enum_doc:literal])+ $enum:ident
        $(
            $(#[doc = $doc:literal])+ $variant:ident $kind:literal {
                $($(#[doc = $field_doc:literal])+ $field:ident: $type:ty,)*
            }
        )*
    ) => {
        $(#[doc = $enum_doc])+
        #[derive(Clone, Debug, PartialEq)]
        pub enum $enum {
            $($(#[doc = $doc])+ $variant { $($(#[doc = $field_doc])+ $field: $type,)* },)*
        }

        impl $enum {
            /// The name of its kind in JSON.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $kind,)*
                }
            }

            /// Appends its fields to an object.
            pub fn write_fields(
                &self,
                target: &'static ::avarice_target::TargetDesc,
                out: &mut String,
            ) {
                let _ = target;
                match self {
                    $(Self::$variant { $($field),* } => {
                        $($crate::events::json::write_field(out, target, stringify!($field), $field);)*
                    })*
                }
            }

            /// All kinds with their fields.
            pub fn schema() -> Vec<$crate::events::Kind> {
                vec![$($crate::events::Kind {
                    name: $kind,
                    doc: concat!($($doc),+),
                    fields: vec![$($crate::events::FieldInfo {
                        name: stringify!($field),
                        doc: concat!($($field_doc),+),
                        type_name: <$type as $crate::events::json::Json>::type_name(),
                    },)*],
                },)*]
            }
        }
    };
}

/// Declares structs that are parts of events.
macro_rules! parts {
    ($(
        $(#[doc = $doc:literal])+ $name:ident $type_name:literal {
            $($(#[doc = $field_doc:literal])+ $field:ident: $type:ty,)*
        }
    )*) => {
        $($(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $field_doc])+ pub $field: $type,)*
        }

        impl $crate::events::json::Json for $name {
            fn type_name() -> String {
                $type_name.into()
            }

            fn write(&self, target: &'static ::avarice_target::TargetDesc, out: &mut String) {
                out.push('{');
                $($crate::events::json::write_field(out, target, stringify!($field), &self.$field);)*
                out.push('}');
            }
        })*

        /// All parts with their fields.
        pub fn part_schema() -> Vec<$crate::events::Kind> {
            vec![$($crate::events::Kind {
                name: $type_name,
                doc: concat!($($doc),+),
                fields: vec![$($crate::events::FieldInfo {
                    name: stringify!($field),
                    doc: concat!($($field_doc),+),
                    type_name: <$type as $crate::events::json::Json>::type_name(),
                },)*],
            },)*]
        }
    };
}

/// Declares enums that are written by name.
macro_rules! names {
    ($(
        $(#[doc = $enum_doc:literal])+ $enum:ident $type_name:literal {
            $($(#[doc = $doc:literal])+ $variant:ident $name:literal,)*
        }
    )*) => {
        $($(#[doc = $enum_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $enum {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl $enum {
            /// Its name in JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl $crate::events::json::Json for $enum {
            fn type_name() -> String {
                $type_name.into()
            }

            fn write(&self, _: &'static ::avarice_target::TargetDesc, out: &mut String) {
                $crate::events::json::write_string(out, self.name());
            }
        })*

        /// All enumerations with their names.
        pub fn name_schema() -> Vec<$crate::events::Kind> {
            vec![$($crate::events::Kind {
                name: $type_name,
                doc: concat!($($enum_doc),+),
                fields: vec![$($crate::events::FieldInfo {
                    name: $name,
                    doc: concat!($($doc),+),
                    type_name: "name".into(),
                },)*],
            },)*]
        }
    };
}

pub(crate) use {kinds, names, parts};
