//! What a debugger gets: the objects, with the addresses of their sections.

use object::elf::{FileHeader64, SectionHeader64};
use object::pod::{bytes_of, from_bytes};
use object::{Endianness, U64};

use crate::image::Image;

/// The objects of `image`, which stands at `base`, each with the addresses of its sections in it.
pub(crate) fn with_addresses(image: &Image, objects: &[&[u8]], base: u64) -> Vec<Vec<u8>> {
    let patched = objects.iter().enumerate().map(|(number, object)| {
        let mut bytes = object.to_vec();
        let of_object = image
            .sections
            .iter()
            .filter(|(object, ..)| *object == number);
        for (_, section, offset) in of_object {
            set_address(&mut bytes, *section, base + offset);
        }
        bytes
    });
    patched.collect()
}

/// Sets the address of a section of an object.
fn set_address(object: &mut [u8], section: usize, address: u64) -> Option<()> {
    let (header, _) = from_bytes::<FileHeader64<Endianness>>(object).ok()?;
    let endian = Endianness::Little;
    let start = usize::try_from(header.e_shoff.get(endian)).ok()?;
    let size = size_of::<SectionHeader64<Endianness>>();
    let bytes = object.get_mut(start + section * size..)?.get_mut(..size)?;
    let (header, _) = from_bytes::<SectionHeader64<Endianness>>(bytes).ok()?;
    let mut header = *header;
    header.sh_addr = U64::new(endian, address);
    bytes.copy_from_slice(bytes_of(&header));
    Some(())
}
